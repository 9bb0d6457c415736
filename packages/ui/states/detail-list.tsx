import { createContext, type ReactNode, useContext } from 'react';
import { cx } from '../cx.ts';

/** Each line of the list stays one line high. */
const Steady = createContext(false);

/** Pairs of a name and a figure, name left, figure right: fees, a receipt's inputs, an order's terms. */
export function DetailList({
  children,
  ruled = false,
  steady = false,
  className,
}: {
  children: ReactNode;
  ruled?: boolean;
  /** No line ever breaks, so that nothing below moves with the figures: a name that is too long ends in "…". */
  steady?: boolean;
  className?: string;
}) {
  return (
    <Steady value={steady}>
      <dl className={cx('flex flex-col text-13', ruled ? 'divide-y [&>div]:py-2' : 'gap-1', className)}>
        {children}
      </dl>
    </Steady>
  );
}

export interface DetailProps {
  label: ReactNode;
  children: ReactNode;
  strong?: boolean;
  /** The value may break into lines: words, or more than one figure. */
  wraps?: boolean;
}

export function Detail({ label, children, strong = false, wraps = false }: DetailProps) {
  const steady = useContext(Steady);
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt
        className={cx(
          'text-ink-2',
          // beside a value that may break, the name gives way first, but never so far that a word of it breaks
          steady ? 'min-w-0 truncate' : wraps ? 'min-w-min shrink-[9999]' : 'min-w-[30%]',
        )}
      >
        {label}
      </dt>
      <dd
        className={cx(
          'figure text-end text-ink',
          wraps ? 'max-w-[65%] min-w-0 whitespace-normal!' : 'shrink-0',
          strong && 'font-semibold',
        )}
      >
        {children}
      </dd>
    </div>
  );
}
