import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface EmptyStateProps {
  /** Name of the missing content. */
  title: ReactNode;
  /** Text that says how the content comes to be there. */
  text?: ReactNode;
  action?: ReactNode;
  /** The title is the page's heading, where this stands in place of all else. */
  heading?: 'h1';
  className?: string;
}

/** Nothing to show, and what would change that. */
export function EmptyState({ title, text, action, heading, className }: EmptyStateProps) {
  const Title = heading ?? 'p';
  return (
    <div className={cx('flex flex-col items-center justify-center gap-1 px-4 py-10 text-center', className)}>
      <Title className="text-14 font-medium text-ink">{title}</Title>
      {text && <p className="max-w-90 text-13 text-ink-3">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
