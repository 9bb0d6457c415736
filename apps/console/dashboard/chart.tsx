import { useFormatters } from '@candor/ui';

export interface ChartPoint {
  readonly time: number;
  /** Number for drawing alone. */
  readonly value: number;
}

export interface ChartProps {
  readonly title: string;
  readonly points: readonly ChartPoint[];
  /** The newest value, as it is written. */
  readonly shown: string;
  /** Bars for counts of a time, a line for a course. */
  readonly kind: 'bars' | 'line';
}

const [WIDTH, HEIGHT] = [320, 96];

/** A course over time from zero to its peak: drawn as SVG. The figure beside its title says where it stands. */
export function Chart({ title, points, shown, kind }: ChartProps) {
  const format = useFormatters();
  const peak = Math.max(0, ...points.map(({ value }) => value));
  const y = (value: number) => HEIGHT - (peak === 0 ? 0 : (value / peak) * (HEIGHT - 2)) - 1;
  const gap = WIDTH / Math.max(1, kind === 'bars' ? points.length : points.length - 1);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex items-baseline justify-between gap-4 text-13">
        <span className="text-ink-2">{title}</span>
        <span className="figure font-semibold">{shown}</span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b text-accent"
      >
        {kind === 'bars' ? (
          points.map(({ time, value }, index) => (
            <rect
              key={time}
              x={index * gap + gap * 0.15}
              width={gap * 0.7}
              y={y(value)}
              height={HEIGHT - y(value)}
              fill="currentColor"
            />
          ))
        ) : (
          <path
            d={points
              .map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${index * gap} ${y(value)}`)
              .join('')}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <span className="flex justify-between text-12 text-ink-3">
        <span>{first === undefined ? '' : format.time(first.time)}</span>
        <span>{last === undefined ? '' : format.time(last.time)}</span>
      </span>
    </figure>
  );
}
