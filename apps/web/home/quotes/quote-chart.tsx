import type { Mt5Quote, Mt5Range } from '@candor/api';
import { Change, cx, directionClass, SegmentedControl, Skeleton, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../common/error-words.ts';
import { pairName } from './pair-name.ts';
import { useQuoteChart } from './use-quotes.ts';

const WIDTH = 640;
const HEIGHT = 120;
const EDGE = 6;
const ranges: readonly Mt5Range[] = ['1d', '7d', '30d'];

/** The line of a course, and its lowest and highest price as they were stated. */
function courseOf(points: readonly { readonly p: string }[]) {
  // For drawing alone: figures are shown from the strings.
  const values = points.map(({ p }) => Number(p));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => (at / Math.max(1, values.length - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - EDGE - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * EDGE);
  return {
    path: values
      .map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
      .join(''),
    low: points[values.indexOf(least)]?.p ?? null,
    high: points[values.indexOf(most)]?.p ?? null,
    direction: values.at(-1)! >= values[0]! ? ('up' as const) : ('down' as const),
  };
}

/** The course of gold or of a pair over a span. Nothing can be pressed in it that trades. */
export function QuoteChart({ quote }: { readonly quote: Mt5Quote }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const [range, setRange] = useState<Mt5Range>('7d');
  const { data, error } = useQuoteChart(quote.coin, range);
  const price = (value: string | null) => format.price(value, quote.decimals);
  const points = data?.points ?? [];
  const course = points.length < 2 ? null : courseOf(points);
  const time = (ms: number | undefined) => (range === '1d' ? format.time(ms) : format.date(ms));
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <span className="flex flex-col">
          <span className="text-13 text-ink-3">
            {quote.showSymbol} · {pairName(intl.locale, quote.coin)}
          </span>
          <span className="flex items-baseline gap-3">
            <span className="figure text-28 font-semibold">{price(quote.amount)}</span>
            <Change percent={quote.changePercent} className="text-14" />
          </span>
        </span>
        <SegmentedControl
          label={text('home.quotes.range')}
          value={range}
          onValueChange={setRange}
          segments={ranges.map((value) => ({ value, label: text(`home.quotes.range.${value}`) }))}
          className="w-54"
        />
      </figcaption>
      {course === null ? (
        error === null ? (
          <Skeleton className="h-36 w-full" />
        ) : (
          <p className="h-36 text-14 text-ink-2">{wordsOf(intl, error)}</p>
        )
      ) : (
        <>
          <div className="flex items-stretch gap-3">
            <svg
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              preserveAspectRatio="none"
              aria-hidden="true"
              className={cx('h-30 min-w-0 grow', directionClass[course.direction])}
            >
              <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line" />
              <path
                d={course.path}
                fill="none"
                stroke="currentColor"
                strokeWidth={1.5}
                vectorEffect="non-scaling-stroke"
                strokeLinejoin="round"
              />
            </svg>
            <dl className="figure flex flex-col justify-between text-end text-12 text-ink-3">
              <div>
                <dt className="sr-only">{text('home.quotes.high')}</dt>
                <dd>{price(course.high)}</dd>
              </div>
              <div>
                <dt className="sr-only">{text('home.quotes.low')}</dt>
                <dd>{price(course.low)}</dd>
              </div>
            </dl>
          </div>
          <p className="figure flex justify-between text-12 text-ink-3">
            <span>{time(points[0]?.t)}</span>
            <span>{time(points.at(-1)?.t)}</span>
          </p>
        </>
      )}
    </figure>
  );
}
