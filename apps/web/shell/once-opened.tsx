import { type ReactNode, Suspense, useState } from 'react';

/** Holds a lazily loaded overlay back until it is opened for the first time; from then on it stays, to close softly. */
export function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened ? <Suspense>{children}</Suspense> : null;
}
