import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type BadgeTone = 'neutral' | 'accent' | 'warn' | 'up' | 'down' | 'seal';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-wash text-ink-2',
  accent: 'bg-accent-tint text-accent',
  warn: 'bg-warn-tint text-warn',
  up: 'bg-up-tint text-up',
  down: 'bg-down-tint text-down',
  seal: 'bg-seal-tint text-seal',
};

/** A word about a thing: its status, its kind. up and down say a direction, seal only what was verified. */
export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: BadgeTone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      data-badge=""
      className={cx(
        'inline-flex h-5 items-center rounded-small px-1.5 text-12 font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
