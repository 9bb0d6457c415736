import { TOAST_QUIET_MS } from '@candor/products';

export type ToastKind = 'success' | 'info' | 'error';

/** Treatment of a toast: shown, shown without its text, or not at all. */
export type ToastVerdict = 'show' | 'conceal' | 'drop';

/**
 * Decides about each toast in turn. No toast within two seconds of an error toast, since what follows is mostly the same
 * fault, but for what became of an act that
 * the user just pressed (`ofAct`), unless it repeats the last text. A text that carries "sql" came from
 * where no reader should look: an error is then shown without it, anything else is dropped.
 * @param nowMs a monotonic clock in milliseconds
 */
export function createToastGate(
  nowMs: () => number,
): (kind: ToastKind, text: string, ofAct?: boolean) => ToastVerdict {
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  let lastText = '';
  return (kind, text, ofAct = false) => {
    const now = nowMs();
    if (now < quietUntilMs && (!ofAct || text === lastText)) return 'drop';
    lastText = text;
    const inner = text.toLowerCase().includes('sql');
    if (inner && kind !== 'error') return 'drop';
    if (kind === 'error') quietUntilMs = now + TOAST_QUIET_MS;
    return inner ? 'conceal' : 'show';
  };
}
