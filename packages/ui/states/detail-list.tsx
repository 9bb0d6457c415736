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

export function Detail({
  label,
  children,
  strong,
}: {
  label: ReactNode;
  children: ReactNode;
  strong?: boolean;
}) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-1/3 text-ink-2">{label}</dt>
      <dd className={cx('figure text-end text-ink', strong && 'font-semibold')}>{children}</dd>
    </div>
  );
}
