import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { cx } from '../cx.ts';
import { Dialog } from '../overlays/dialog.tsx';
import { Working } from '../states/working.tsx';

export type ReceiptState = 'verifying' | 'verified' | 'failed';

export interface ReceiptStubProps {
  /** Result of recomputing the receipt in this browser. */
  state: ReceiptState;
  /** Simulated prices: verified the same way, but drawn in the second ink and said in words. */
  practice?: boolean;
  /** Settled content, in place of the state's own word: "2 fills". */
  children?: ReactNode;
  /** The proof; pressing the stub opens it. */
  details?: ReactNode;
  detailsTitle?: ReactNode;
  className?: string;
}

/** The stub of a receipt: whatever was settled, paid or corrected carries one. */
export function ReceiptStub({
  state,
  practice = false,
  children,
  details,
  detailsTitle,
  className,
}: ReceiptStubProps) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const said = intl.formatMessage({ id: `ui.receipt.${state}` });
  const simulated = intl.formatMessage({ id: 'ui.receipt.simulated' });

  const content = (
    <>
      <ReceiptTick state={state} practice={practice} />
      <span>
        {children ?? said}
        {practice && state === 'verified' && <span className="text-ink-3"> · {simulated}</span>}
      </span>
      {children !== undefined && <span className="sr-only">, {said}</span>}
    </>
  );
  const look = cx(
    'inline-flex h-6 items-center gap-1.5 rounded-base stub-edge px-2 text-12 whitespace-nowrap',
    state === 'verified' && (practice ? 'text-ink-2' : 'text-seal'),
    state === 'verifying' && 'text-ink-3',
    state === 'failed' && 'text-warn',
    className,
  );
  if (!details) return <span className={look}>{content}</span>;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={cx(
          look,
          'relative transition-colors hover:bg-ground touch:h-8 touch:before:absolute touch:before:-inset-2',
        )}
      >
        {content}
      </button>
      {/* the first control is at the foot of the proof: the focus must not scroll past its first rows */}
      <Dialog open={open} onOpenChange={setOpen} title={detailsTitle ?? said} initialFocus={top}>
        <div ref={top} tabIndex={-1} className="-mt-4 pt-4 outline-none">
          {details}
        </div>
      </Dialog>
    </>
  );
}

/** The small tick alone, for a line of a list. */
export function ReceiptTick({ state, practice = false }: { state: ReceiptState; practice?: boolean }) {
  const intl = useIntl();
  if (state === 'verifying') return <Working label={intl.formatMessage({ id: 'ui.receipt.verifying' })} />;
  if (state === 'failed') {
    return <TriangleAlert aria-hidden="true" className="size-3 shrink-0 text-warn" strokeWidth={2} />;
  }
  return (
    <Check
      aria-hidden="true"
      className={cx('size-3 shrink-0', practice ? 'text-ink-2' : 'text-seal')}
      strokeWidth={3}
    />
  );
}
