import type { ActPhase } from '@candor/contract';
import { cx } from '@candor/ui';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from './error-words.ts';

export interface ActMessageProps {
  /** How the act that was pressed is getting on; null while none is. */
  readonly phase: ActPhase | null;
  /** What the act failed with; null where it did not. */
  readonly error: unknown;
  /** Why what is written can not be sent, in words; null where it can. */
  readonly problem?: string | null;
  /** Why nothing can be sent now, in words; null where it can. */
  readonly obstacle?: string | null;
  readonly id?: string;
}

/**
 * The one place of a form that says why it is not done. Its space is always there and it stands where no button is below
 * it, or its two lines are enough, so that nothing that is pressed moves when it speaks.
 */
export function ActMessage({ phase, error, problem = null, obstacle = null, id }: ActMessageProps) {
  const intl = useIntl();
  const place = useRef<HTMLDivElement>(null);
  const failed = error === null || error === undefined ? null : wordsOf(intl, error);
  const waiting = phase === null ? null : intl.formatMessage({ id: `trade.act.${phase}` });
  const complaint = problem ?? failed ?? obstacle;
  const words = waiting ?? complaint;
  useEffect(() => {
    if (words !== null && words !== obstacle) place.current?.scrollIntoView({ block: 'nearest' });
  }, [words, obstacle]);
  return (
    <div
      ref={place}
      id={id}
      role="alert"
      data-act-message=""
      className={cx('flex min-h-10 items-start gap-2 text-13', waiting === null ? 'text-warn' : 'text-ink-2')}
    >
      {words !== null && (
        <>
          {waiting === null && (
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          )}
          <span className="min-w-0 wrap-anywhere">{words}</span>
        </>
      )}
    </div>
  );
}
