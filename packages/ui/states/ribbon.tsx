import type { ReactNode } from 'react';

/** A band under the top bar that names the mode the page is in; `end` holds the connection. */
export function Ribbon({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-4 border-b bg-ground px-4 py-1 text-12 text-ink-2 sm:px-5">
      <p className="flex items-start gap-2">
        <span aria-hidden="true" className="mt-1.25 size-1.5 shrink-0 rounded-full bg-warn" />
        <span>{children}</span>
      </p>
      {end}
    </div>
  );
}
