import { cx } from '@candor/ui';
import { ChevronDown } from 'lucide-react';
import { type FormEventHandler, type ReactNode, useEffect, useRef, useState } from 'react';

export interface TicketProps {
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** The button that sends the act and its message: they stay in view, whatever the fields above need. */
  readonly foot: ReactNode;
  /** Notes below the button. */
  readonly notes?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The frame of every order ticket, in the desktop's column and in the phone's sheet. Both scroll and pad their sides by
 * 16 px; the foot sticks to their bottom edge.
 */
export function Ticket({ onSubmit, foot, notes, children }: TicketProps) {
  const { endRef, hasMore } = useCoveredFields();
  return (
    <form
      // a low window has closer lines, so that the foot covers none of them at 1440 × 900
      className="flex flex-col gap-3 low:gap-2 low:[&_dl]:gap-1 compact:[&_dl]:gap-0.5"
      onSubmit={onSubmit}
      noValidate
    >
      {children}
      <div
        data-ticket-foot=""
        // a sheet pads its end: while the foot sticks, the fields scroll through that strip
        className={cx(
          'sticky bottom-0 z-1 -mx-4 flex flex-col gap-2 border-t bg-(--surface) px-4 pt-3 pb-1 compact:pt-2',
          hasMore && 'after:absolute after:inset-x-0 after:top-full after:h-6 after:bg-(--surface)',
        )}
      >
        {hasMore && (
          <div
            aria-hidden="true"
            data-ticket-more=""
            className="pointer-events-none absolute inset-x-0 bottom-full flex h-12 items-end justify-center bg-linear-to-t from-(--surface) to-transparent text-ink-2"
          >
            <ChevronDown className="size-4" strokeWidth={1.75} />
          </div>
        )}
        {foot}
      </div>
      <div ref={endRef} className="-mt-3 h-px low:-mt-2" />
      {notes !== undefined && <div className="flex flex-col gap-3 pb-1">{notes}</div>}
    </form>
  );
}

/** Returns whether the foot covers fields at present: what follows the foot is then out of view. */
function useCoveredFields() {
  const endRef = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  useEffect(() => {
    const end = endRef.current;
    if (end === null) return;
    const observer = new IntersectionObserver(([entry]) => setHasMore(entry?.isIntersecting === false));
    observer.observe(end);
    return () => observer.disconnect();
  }, []);
  return { endRef, hasMore };
}
