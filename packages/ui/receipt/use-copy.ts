import { useEffect, useState } from 'react';

/** Time for which a button says that it has copied. */
const SAID_MS = 2_000;

export interface Copying<Name extends string> {
  /** The last try, or null when it succeeded a while ago. */
  readonly outcome: { readonly name: Name; readonly ok: boolean } | null;
  copy(name: Name, text: string): Promise<void>;
}

/** Writes to the clipboard and keeps which of several buttons did it and whether the browser allowed it. */
export function useCopy<Name extends string>(): Copying<Name> {
  const [outcome, setOutcome] = useState<Copying<Name>['outcome']>(null);
  useEffect(() => {
    if (outcome === null || !outcome.ok) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return {
    outcome,
    async copy(name, text) {
      try {
        // Missing on pages that are served without https.
        await navigator.clipboard.writeText(text);
        setOutcome({ name, ok: true });
      } catch {
        setOutcome({ name, ok: false });
      }
    },
  };
}
