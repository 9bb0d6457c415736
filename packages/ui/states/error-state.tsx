import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../controls/button.tsx';
import { cx } from '../cx.ts';

export interface ErrorStateProps {
  /** Error that occurred. */
  title: ReactNode;
  /** Next step for the user. */
  text: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** The title is the page's heading, where this stands in place of all else. */
  heading?: 'h1';
  className?: string;
}

/** Something could not be had: what, what to do, and a way to try again. */
export function ErrorState({ title, text, onRetry, retrying = false, heading, className }: ErrorStateProps) {
  const intl = useIntl();
  const Title = heading ?? 'p';
  return (
    <div
      role="alert"
      className={cx('flex flex-col items-center justify-center gap-1 px-4 py-10 text-center', className)}
    >
      <TriangleAlert aria-hidden="true" className="mb-1 size-5 text-warn" strokeWidth={1.75} />
      <Title className="text-14 font-medium text-ink">{title}</Title>
      <p className="max-w-90 text-13 text-ink-2">{text}</p>
      {onRetry && (
        <Button variant="quiet" size="small" className="mt-3" loading={retrying} onClick={onRetry}>
          {intl.formatMessage({ id: 'ui.retry' })}
        </Button>
      )}
    </div>
  );
}
