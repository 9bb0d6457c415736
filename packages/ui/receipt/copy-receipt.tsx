import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { useText } from '../provider/use-text.ts';

export interface CopyReceiptProps {
  /** The receipt in words, line by line. */
  readonly text: string;
  /** All that the receipt states, for a program. */
  readonly json: unknown;
}

type Format = 'text' | 'json';
type Outcome = { readonly format: Format; readonly ok: boolean };

/** How long a button says that it has copied. */
const SAID_MS = 2_000;

/** Two buttons that copy a receipt as text and as JSON, and say whether they did. */
export function CopyReceipt({ text, json }: CopyReceiptProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null || !outcome.ok) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async (format: Format) => {
    try {
      // Missing on pages that are served without https.
      await navigator.clipboard.writeText(format === 'text' ? text : JSON.stringify(json, null, 2));
      setOutcome({ format, ok: true });
    } catch {
      setOutcome({ format, ok: false });
    }
  };
  const message = useText();
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
        {(['text', 'json'] as const).map((format) => {
          const copied = outcome?.ok === true && outcome.format === format;
          return (
            <Button key={format} variant="quiet" size="small" onClick={() => void copy(format)}>
              {copied && <Check aria-hidden="true" className="size-4 text-seal" strokeWidth={2} />}
              {message(copied ? 'ui.receipt.copied' : `ui.receipt.copy.${format}`)}
            </Button>
          );
        })}
      </div>
      <p role="status" className={outcome?.ok === false ? 'text-13 text-warn' : 'sr-only'}>
        {outcome !== null && message(outcome.ok ? 'ui.receipt.copied' : 'ui.receipt.copyFailed')}
      </p>
    </div>
  );
}
