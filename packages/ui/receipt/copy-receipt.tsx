import { Check, Copy } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { useText } from '../provider/use-text.ts';
import { type Copying, useCopy } from './use-copy.ts';

export interface CopyReceiptProps {
  /** The receipt in words, line by line. */
  readonly text: string;
  /** All that the receipt states, for a program. */
  readonly json: unknown;
}

const formats = ['text', 'json'] as const;

/** Two buttons that copy a receipt as text and as JSON, and say whether they did. */
export function CopyReceipt({ text, json }: CopyReceiptProps) {
  const { outcome, copy } = useCopy<(typeof formats)[number]>();
  const message = useText();
  const contentOf = { text: () => text, json: () => JSON.stringify(json, null, 2) };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
        {formats.map((format) => {
          const copied = outcome?.ok === true && outcome.name === format;
          return (
            <Button
              key={format}
              variant="quiet"
              size="small"
              onClick={() => void copy(format, contentOf[format]())}
            >
              {copied && <Check aria-hidden="true" className="size-4 text-seal" strokeWidth={2} />}
              {message(copied ? 'ui.receipt.copied' : `ui.receipt.copy.${format}`)}
            </Button>
          );
        })}
      </div>
      <CopyRefusal outcome={outcome} />
    </div>
  );
}

export interface CopyButtonProps {
  /** Words of the button. */
  readonly label: string;
  /** The text that is copied; it also stands above the button, so that it can be selected by hand. */
  readonly text: string;
}

/** One button that copies a text of the page, and says whether it did. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const { outcome, copy } = useCopy<'text'>();
  const message = useText();
  const copied = outcome?.ok === true;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        variant="quiet"
        icon={
          copied ? (
            <Check aria-hidden="true" className="size-4 text-seal" strokeWidth={2} />
          ) : (
            <Copy aria-hidden="true" className="size-4" strokeWidth={1.75} />
          )
        }
        onClick={() => void copy('text', text)}
      >
        {copied ? message('ui.receipt.copied') : label}
      </Button>
      <CopyRefusal outcome={outcome} />
    </div>
  );
}

/** Says what to do where the browser refused; that it copied is said by the button and a toast. */
function CopyRefusal({ outcome }: { readonly outcome: Copying<string>['outcome'] }) {
  const message = useText();
  if (outcome?.ok !== false) return null;
  return <p className="text-13 text-warn">{message('ui.receipt.copyFailed')}</p>;
}
