import type { FormEventHandler, ReactNode } from 'react';

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
  return (
    <form className="flex flex-col gap-3" onSubmit={onSubmit} noValidate>
      {children}
      <div
        data-ticket-foot=""
        className="sticky bottom-0 z-1 -mx-4 flex flex-col gap-2 border-t bg-(--surface) px-4 pt-3 pb-1"
      >
        {foot}
      </div>
      {notes !== undefined && <div className="flex flex-col gap-3 pb-1">{notes}</div>}
    </form>
  );
}
