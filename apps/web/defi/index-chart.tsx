import { cx, Detail, DetailList, Loaded, Skeleton, useFormatters, useText } from '@candor/ui';
import { type PointerEvent, useState } from 'react';
import { useKnownNow } from '../common/use-now.ts';
import { type IndexLines, type IndexMoment, indexLines, type MiningIndex } from './index-lines.ts';
import { useMiningIndex } from './use-mining.ts';
import { useMiningWords } from './use-words.ts';

const WIDTH = 640;
const HEIGHT = 160;
const MARGIN = 4;
/** The height of 0. */
const BASE = HEIGHT - 0.5;
const MINUTE_MS = 60_000;
/** Three tones and seven dashes: no two of the twenty gears look alike, and in grey neighbours differ as well. */
const TONES = ['text-accent', 'text-ink', 'text-ink-3'] as const;
const DASHES = [undefined, '8 4', '2 3', '8 3 2 3', '16 4', '5 2', '14 3 2 3 2 3'] as const;

/** The look of a line, by its place from the highest gear on. */
const lookOf = (place: number) => ({
  tone: TONES[place % TONES.length]!,
  dash: DASHES[place % DASHES.length],
});

/** Rewards of one locked coin at each gear over time: as lines, and in figures at a chosen moment. */
export function IndexChart() {
  const text = useText();
  const query = useMiningIndex();
  const now = useKnownNow(MINUTE_MS);
  const lines = query.data === undefined ? undefined : indexLines(query.data, now);
  if (lines === null) return null;
  return (
    <>
      <header className="pt-4">
        <h3 className="text-16 font-semibold">{text('defi.index')}</h3>
        <p className="max-w-180 pt-1 text-13 text-ink-3">{text('defi.index.text')}</p>
      </header>
      <Loaded
        query={query}
        data={lines}
        skeleton={<Skeleton className="h-54 w-full" />}
        failedTitle={text('defi.index.notLoaded')}
      >
        {(known) => <Lines index={query.data!} lines={known} />}
      </Loaded>
    </>
  );
}

interface LinesProps {
  readonly index: MiningIndex;
  readonly lines: IndexLines;
}

function Lines({ index, lines }: LinesProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { moments } = lines;
  const found = moments.findIndex(({ time }) => time === chosen);
  const place = found < 0 ? moments.length - 1 : found;
  // the present moves on, and stays chosen
  const choose = (at: number) => setChosen(at === moments.length - 1 ? null : moments[at]!.time);
  return (
    <div className="grid items-start gap-x-16 gap-y-4 lg:grid-cols-2">
      <Drawing index={index} lines={lines} place={place} onChoose={choose} />
      <Figures index={index} moment={moments[place]!} />
    </div>
  );
}

interface DrawingProps extends LinesProps {
  /** The moment whose figures are shown. */
  readonly place: number;
  readonly onChoose: (place: number) => void;
}

function Drawing({ index: { gears, coin }, lines: { moments, most }, place, onChoose }: DrawingProps) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useMiningWords();
  const [first, last, shown] = [moments[0]!, moments.at(-1)!, moments[place]!];
  return (
    <figure className="flex min-w-0 flex-col gap-1 text-12 text-ink-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 text-13">
        <span className="text-ink-2">
          {text('defi.index.since', { coin: coin ?? '', time: format.dateTime(first.time) })}
        </span>
        <span className="figure">
          {format.quantity('0')}–{coins(most, coin ?? '')}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full"
        aria-hidden="true"
        onPointerMove={(event) => onChoose(nearest(moments, shareOf(event)))}
        onPointerLeave={() => onChoose(moments.length - 1)}
      >
        {gears.map(({ gear }, at) => {
          const { tone, dash } = lookOf(gears.length - 1 - at);
          return (
            <path
              key={gear}
              d={pathOf(moments, at)}
              className={tone}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
              strokeDasharray={dash}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          );
        })}
        <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="stroke-line" />
        {shown !== last && (
          <line
            x1={shown.at * WIDTH}
            x2={shown.at * WIDTH}
            y1="0"
            y2={HEIGHT}
            className="stroke-edge"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <p className="figure flex justify-between gap-4">
        <span>{format.dateTime(first.time)}</span>
        <span>{format.dateTime(last.time)}</span>
      </p>
      {moments.length > 2 && (
        <input
          type="range"
          className="h-6 w-full accent-accent touch:h-11"
          aria-label={text('defi.index.at')}
          aria-valuetext={format.dateTime(shown.time)}
          min={0}
          max={moments.length - 1}
          value={place}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        />
      )}
    </figure>
  );
}

/** Names each line, the highest first as they lie, with its rate from a moment on and what it had earned by then. */
function Figures({
  index: { gears, coin },
  moment,
}: {
  readonly index: MiningIndex;
  readonly moment: IndexMoment;
}) {
  const format = useFormatters();
  const { gear: nameOf, coins, rate } = useMiningWords();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="figure text-13 text-ink-2">{format.dateTime(moment.time)}</p>
      <DetailList ruled className="border-y">
        {gears
          .map(({ gear, minAmount }, at) => {
            const { earned, dailyPpm } = moment.lines[at]!;
            return (
              <Detail
                key={gear}
                strong
                label={
                  <span className="flex items-baseline gap-3">
                    <Sample place={gears.length - 1 - at} />
                    <span>
                      {nameOf(gear)}: {coins(minAmount, coin ?? '')} · {rate(dailyPpm)}
                    </span>
                  </span>
                }
              >
                {coins(earned, coin ?? '')}
              </Detail>
            );
          })
          .toReversed()}
      </DetailList>
    </div>
  );
}

function Sample({ place }: { readonly place: number }) {
  const { tone, dash } = lookOf(place);
  return (
    <svg viewBox="0 0 32 8" className={cx('h-2 w-8 shrink-0', tone)} aria-hidden="true">
      <line x1="0" x2="32" y1="4" y2="4" stroke="currentColor" strokeWidth={1.5} strokeDasharray={dash} />
    </svg>
  );
}

function pathOf(moments: readonly IndexMoment[], gear: number): string {
  const y = (share: number) => BASE - share * (BASE - MARGIN);
  return moments
    .map(({ at, lines }, i) => `${i === 0 ? 'M' : 'L'}${at * WIDTH} ${y(lines[gear]!.share)}`)
    .join('');
}

function shareOf({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): number {
  const box = currentTarget.getBoundingClientRect();
  return (clientX - box.left) / box.width;
}

/** The place of the moment that is nearest to a part of the whole time. */
function nearest(moments: readonly IndexMoment[], share: number): number {
  const far = moments.map(({ at }) => Math.abs(at - share));
  return far.indexOf(Math.min(...far));
}
