import type { AssetDay } from '@candor/api';
import { EmptyState, useFormatters, useText } from '@candor/ui';
import { type ReactNode, useState } from 'react';

const WIDTH = 640;
const HEIGHT = 160;
const VALUE_DECIMALS = 2;

interface ValueChartProps {
  readonly days: readonly AssetDay[];
  /** False: amounts are masked, and the course alone is drawn. */
  readonly shown: boolean;
  /** Next step for a reader who has nothing to draw yet. */
  readonly action?: ReactNode;
}

/** Value of the wallets, day by day. The day under the pointer, or the one chosen by keys, is said in words. */
export function ValueChart({ days, shown, action }: ValueChartProps) {
  const text = useText();
  const format = useFormatters();
  const [at, setAt] = useState(days.length - 1);
  // For drawing alone: figures are shown from the strings.
  const known = days.flatMap(({ valueUsdt }, index) =>
    valueUsdt === null ? [] : [{ index, value: Number(valueUsdt) }],
  );
  const values = known.map(({ value }) => value);
  if (known.length < 2 || values.every((value) => value === 0))
    return (
      <EmptyState
        title={text('assets.history.empty')}
        text={text('assets.history.none')}
        action={action}
        className="min-h-40 rounded-base border border-dashed"
      />
    );
  const least = Math.min(...values);
  const range = Math.max(...values) - least || 1;
  const x = (index: number) => (index / Math.max(1, days.length - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - 8 - ((value - least) / range) * (HEIGHT - 16);
  const path = known.map(({ index, value }, i) => `${i === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join(' ');
  const day = days[at] ?? days.at(-1)!;
  const mark = known.find(({ index }) => index === at);
  const figure = (value: string | null) =>
    value === null ? '--' : shown ? `${format.quantity(value, VALUE_DECIMALS)} USDT` : '***';
  return (
    <div className="flex flex-col gap-2">
      <p className="figure text-13 text-ink-2" data-testid="value-day">
        {format.day(day.time)} · <span className="font-medium text-ink">{figure(day.valueUsdt)}</span>
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full text-accent"
        aria-hidden="true"
        onPointerMove={({ clientX, currentTarget }) => {
          const box = currentTarget.getBoundingClientRect();
          const share = (clientX - box.left) / box.width;
          setAt(Math.max(0, Math.min(days.length - 1, Math.round(share * (days.length - 1)))));
        }}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} className="stroke-line" />
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
        />
        {mark !== undefined && (
          <line
            x1={x(mark.index)}
            x2={x(mark.index)}
            y1="0"
            y2={HEIGHT}
            stroke="currentColor"
            strokeWidth={1}
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <input
        type="range"
        className="w-full accent-accent"
        aria-label={text('assets.history.day')}
        aria-valuetext={`${format.day(day.time)}, ${figure(day.valueUsdt)}`}
        min={0}
        max={days.length - 1}
        value={at}
        onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
      />
    </div>
  );
}
