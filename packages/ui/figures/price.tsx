import type { Figure } from '@candor/i18n';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useIntl } from 'react-intl';
import { cx } from '../cx.ts';
import { useFormatters } from '../provider/use-formatters.ts';

export type Direction = 'up' | 'down' | 'none';

export const directionClass: Record<Direction, string> = { up: 'text-up', down: 'text-down', none: '' };

/** The direction of a signed decimal. */
export function directionOf(value: Figure): Direction {
  if (!value || !/[1-9]/.test(value)) return 'none';
  return value.startsWith('-') ? 'down' : 'up';
}

export interface PriceProps {
  value: Figure;
  decimals?: number;
  /** Direction of the last change: coloured, and with an arrow, since colour alone is not visible to all. */
  direction?: Direction;
  className?: string;
}

/** A price. */
export function Price({ value, decimals, direction = 'none', className }: PriceProps) {
  const intl = useIntl();
  const formatters = useFormatters();
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <span className={cx('figure', directionClass[direction], className)}>
      {formatters.price(value, decimals)}
      {direction !== 'none' && (
        <>
          <Arrow
            aria-hidden="true"
            className="ms-[0.15em] inline size-[0.7em] align-baseline"
            strokeWidth={2.5}
          />
          <span className="sr-only">{intl.formatMessage({ id: `ui.direction.${direction}` })}</span>
        </>
      )}
    </span>
  );
}

export interface ChangeProps {
  /** In percent: "0.67" is 0.67 %. */
  percent: Figure;
  /** The same change in quote units, shown before it. */
  difference?: Figure;
  decimals?: number;
  className?: string;
}

/** A change, signed and coloured by its direction. */
export function Change({ percent, difference, decimals, className }: ChangeProps) {
  const formatters = useFormatters();
  const direction = directionOf(percent);
  return (
    <span
      className={cx('figure', direction === 'none' ? 'text-ink-2' : directionClass[direction], className)}
    >
      {difference !== undefined && `${formatters.difference(difference, decimals)} `}
      {formatters.changePercent(percent)}
    </span>
  );
}
