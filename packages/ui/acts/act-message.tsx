import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { linkClass } from '../controls/link.tsx';
import { cx } from '../cx.ts';
import { toasts } from '../messages/toasts.ts';
import { useProblem } from './problem.ts';
import type { ActPhase } from './use-act.ts';

export interface ActMessageProps {
  /** The phase of the act that was pressed; null while none runs. */
  readonly phase: ActPhase | null;
  /** The error of the act; null where it did not fail. */
  readonly error: unknown;
  /** Why the input cannot be sent, in words; null where it can. */
  readonly problem?: string | null;
  /** Why nothing can be sent now, or what to know before, in words; null where there is nothing of it. */
  readonly obstacle?: string | null;
  readonly id?: string;
}

/**
 * The one place of a form that says why it is not done. Its space of two lines is always there, so that nothing that
 * is pressed moves when it speaks.
 */
export function ActMessage({ phase, error, problem = null, obstacle = null, id }: ActMessageProps) {
  const intl = useIntl();
  const problemOf = useProblem();
  const place = useRef<HTMLDivElement>(null);
  const problemSeen = error === null || error === undefined ? null : problemOf(error);
  const failed = problemSeen?.text ?? null;
  const waiting = phase === null ? null : intl.formatMessage({ id: `ui.act.${phase}` });
  const complaint = problem ?? failed ?? obstacle;
  const words = waiting ?? complaint;
  const refusal = waiting === null ? (problem ?? failed) : null;
  useEffect(() => {
    if (refusal !== null) toasts.clearOutcomes();
  }, [refusal]);
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
          <span className="min-w-0 wrap-anywhere">
            {words}
            {words === failed && problemSeen?.help !== undefined && (
              <>
                {' '}
                <a href={problemSeen.help.href} className={linkClass}>
                  {problemSeen.help.text}
                </a>
              </>
            )}
          </span>
        </>
      )}
    </div>
  );
}
