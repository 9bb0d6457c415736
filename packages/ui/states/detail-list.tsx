import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** Pairs of a name and a figure, name left, figure right: fees, a receipt's inputs, an order's terms. */
export function DetailList({
  children,
  ruled = false,
  className,
}: {
  children: ReactNode;
  ruled?: boolean;
  className?: string;
}) {
  return (
    <dl className={cx('flex flex-col text-13', ruled ? 'divide-y [&>div]:py-2' : 'gap-1', className)}>
      {children}
    </dl>
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
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-[30%] text-ink-2">{label}</dt>
      <dd
        className={cx(
          'figure shrink-0 text-end text-ink',
          wraps && 'max-w-[65%] whitespace-normal!',
          strong && 'font-semibold',
        )}
      >
        {children}
      </dd>
    </div>
  );
}
