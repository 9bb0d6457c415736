import type { SwapRow } from '@candor/api';
import { CopyReceipt, Detail, DetailList, ReceiptStub, useFormatters, useText } from '@candor/ui';
import { JournalPlaceDetails, useJournalWords } from '../common/journal-place.tsx';
import { useQuoteLines, useSwapCheck } from '../common/quote-lines.tsx';
import { useSettings } from '../data/index.ts';

/** The stub of a swap: this browser recomputes what arrived from both index prices and the spread. */
export function SwapReceipt({ swap }: { readonly swap: SwapRow }) {
  const text = useText();
  const format = useFormatters();
  const practice = useSettings().data?.mode === 'practice';
  const check = useSwapCheck(swap);
  const shared = useQuoteLines(swap);
  const arrives = check.steps.find(({ name }) => name === 'arrives');
  const recomputed = arrives?.recomputed ?? '';
  const title = text('swap.receipt.title', { number: String(swap.id) });
  const lines = [
    { label: text('swap.time'), value: format.dateTime(swap.time) },
    { label: text('swap.receipt.quoted'), value: format.dateTime(swap.quotedAt) },
    { label: text('swap.receipt.counterparty'), value: text('swap.receipt.house') },
    { label: text('swap.given'), value: `${format.quantity(swap.amount)} ${swap.from}` },
    ...shared,
    { label: text('swap.receipt.tick'), value: String(swap.tickNo) },
    { label: text('swap.receipt.seq'), value: String(swap.seq) },
    {
      label: text('swap.arrives'),
      value: `${format.quantity(swap.arrives)} ${check.ok ? '=' : '≠'} ${format.quantity(recomputed)} ${swap.to}`,
    },
  ];
  const formula = text('swap.receipt.formula');
  const place = useJournalWords()(swap.journal);
  const copied = [
    title,
    ...lines.map(({ label, value }) => `${label}: ${value}`),
    formula,
    ...place.copied,
  ].join('\n');
  return (
    <ReceiptStub
      state={check.ok ? 'verified' : 'failed'}
      practice={practice}
      detailsTitle={title}
      details={
        <div className="flex flex-col gap-4">
          <DetailList ruled>
            {lines.map(({ label, value }) => (
              <Detail key={label} label={label} wraps>
                {value}
              </Detail>
            ))}
          </DetailList>
          <p className="text-13 text-ink-2">{formula}</p>
          <JournalPlaceDetails words={place} />
          <CopyReceipt text={copied} json={{ swap, check }} />
        </div>
      }
    />
  );
}
