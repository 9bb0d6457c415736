import { useEffect, useState } from 'react';
import { toasts } from '../messages/toasts.ts';
import { useText } from '../provider/use-text.ts';

/** Time for which a button says that it has copied. */
const SAID_MS = 2_000;

export interface Copying<Name extends string> {
  /** The last try, or null when it succeeded a while ago. */
  readonly outcome: { readonly name: Name; readonly ok: boolean } | null;
  copy(name: Name, content: string): Promise<void>;
}

/** Writes to the clipboard, keeps which of several buttons did it and whether the browser allowed it, and says so in a toast. */
export function useCopy<Name extends string>(): Copying<Name> {
  const text = useText();
  const [outcome, setOutcome] = useState<Copying<Name>['outcome']>(null);
  useEffect(() => {
    if (outcome === null || !outcome.ok) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return {
    outcome,
    async copy(name, content) {
      try {
        // Missing on pages that are served without https.
        await navigator.clipboard.writeText(content);
        setOutcome({ name, ok: true });
        toasts.done(text('ui.receipt.copied'));
      } catch {
        setOutcome({ name, ok: false });
        toasts.refused(text('ui.copyFailed'));
      }
    },
  };
}
