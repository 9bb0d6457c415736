import type { MarginReceiptRow } from '@candor/api';
import type { MessageId } from '@candor/i18n';
import { type Check, checkMargin, type MarginReceipt, readMarginReceipt } from '@candor/proofs';
import { Button, Dialog, useFormatters, useText } from '@candor/ui';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import {
  CheckedReceipt,
  comparedFigures,
  ReceiptDetails,
  type ReceiptLine,
} from '../common/receipt-details.tsx';
import { useSettings } from '../data/index.ts';
import { ofPpm, useReceiptLines } from './receipt-lines.ts';

/** The stub of a margin receipt: this browser recomputes what it states and shows all that it was made of. */
export function MarginReceiptStub({ receipt: row }: { readonly receipt: MarginReceiptRow }) {
  const format = useFormatters();
  const practice = useSettings().data?.mode === 'practice';
  const receipt = useMemo(() => readMarginReceipt(row.receipt), [row.receipt]);
  const check = useMemo(() => checkMargin(receipt), [receipt]);
  const inputs = useReceiptLines(receipt);
  const text = useText();
  const shown = (name: string, figure: string) => (name === 'risk' ? format.price(ofPpm(figure)) : figure);
  const steps = (check?.steps ?? []).filter(({ name }) => name === 'risk' || name === 'orders');
  const title = text(`margin.kind.${row.kind}`);
  const lines: readonly ReceiptLine[] = [
    ...inputs,
    ...steps.map(({ name, stated, recomputed, ok }) => ({
      label: text(`margin.receipt.step.${name}` as MessageId),
      value: comparedFigures(ok, shown(name, stated), shown(name, recomputed)),
      strong: true,
    })),
    { label: text('trade.orders.time'), value: format.dateTime(row.time) },
    { label: text('trade.receipt.seq'), value: String(row.seq) },
  ];
  const sentences = [
    text(`margin.receipt.formula.${formulaOf(receipt, check)}`),
    ...(practice ? [text('trade.receipt.practice')] : []),
  ];
  const details = (
    <ReceiptDetails
      title={title}
      lines={lines}
      sentences={sentences}
      journal={row.journal}
      json={{ receipt: row, check }}
    />
  );
  if (check === null) return <Unchecked title={title} details={details} />;
  return <CheckedReceipt title={title} check={check} details={details} />;
}

/** A receipt without a figure that could be recomputed: it opens, and claims nothing. */
function Unchecked({ title, details }: { readonly title: string; readonly details: React.ReactNode }) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="plain" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {intl.formatMessage({ id: 'trade.orders.receipt' })}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title}>
        {details}
      </Dialog>
    </>
  );
}

function formulaOf({ type }: MarginReceipt, check: Check | null): 'risk' | 'orders' | 'withheld' | 'sale' {
  if (type === 'marginCancelled') return check === null ? 'withheld' : 'orders';
  return type === 'marginCall' || type === 'marginSale' ? 'risk' : 'sale';
}
