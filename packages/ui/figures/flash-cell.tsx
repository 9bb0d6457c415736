import { type ReactNode, useState } from 'react';
import { cx } from '../cx.ts';
import type { Direction } from './price.tsx';

export interface FlashCellProps {
  /** Watched value; the cell flashes when it differs from the last one. */
  value: string | null | undefined;
  /** Direction in which it went; without it the cell compares the two as figures. */
  direction?: Direction;
  children: ReactNode;
  className?: string;
}

/** Washes its ground for a beat when its value has changed, and only then: never at first sight, never a whole row. */
export function FlashCell({ value, direction, children, className }: FlashCellProps) {
  const [last, setLast] = useState({ value, direction: 'none' as Direction, beat: 0 });
  if (last.value !== value) {
    const arrived = last.value === null || last.value === undefined;
    setLast({
      value,
      direction: arrived ? 'none' : (direction ?? compare(last.value, value)),
      beat: last.beat + 1,
    });
  }
  return (
    <span
      key={last.beat}
      className={cx(
        'figure -mx-1 rounded-small px-1',
        last.direction === 'up' && 'flash-up',
        last.direction === 'down' && 'flash-down',
        className,
      )}
    >
      {children}
    </span>
  );
}

/** Only a colour hangs on this, so floats will do. */
function compare(before: string | null | undefined, after: string | null | undefined): Direction {
  const difference = Number(after) - Number(before);
  if (difference > 0) return 'up';
  return difference < 0 ? 'down' : 'none';
}
