import { cx } from '../cx.ts';
import { type Direction, directionClass } from './price.tsx';
import { sparklinePath } from './sparkline-path.ts';

export interface SparklineProps {
  /** Values in time order, for drawing only. */
  points: readonly number[];
  width?: number;
  height?: number;
  /** The direction it is coloured by; without it from the first point to the last. */
  direction?: Direction;
  className?: string;
}

/** The course of a value as one thin line; the figures beside it say the same in words. */
export function Sparkline({ points, width = 96, height = 28, direction, className }: SparklineProps) {
  const first = points[0] ?? 0;
  const last = points[points.length - 1] ?? 0;
  const course: Direction = direction ?? (last > first ? 'up' : last < first ? 'down' : 'none');
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      aria-hidden="true"
      className={cx('inline-block', course === 'none' ? 'text-ink-3' : directionClass[course], className)}
    >
      <path
        d={sparklinePath(points, width, height)}
        stroke="currentColor"
        strokeWidth={1.25}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
