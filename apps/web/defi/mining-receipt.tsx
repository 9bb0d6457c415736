import type { MiningReceiptRow, MiningRecordRow, SwapQuoteRow } from '@candor/api';
import { checkMining } from '@candor/proofs';
import { STREAM_DAY } from '@candor/rules';
import { Button, Dialog, Loaded, SkeletonText, useFormatters, useText } from '@candor/ui';
import { useMemo, useState } from 'react';
import { useQuoteLines } from '../common/quote-lines.tsx';
import {
  CheckedReceipt,
  comparedStep,
  ReceiptDetails,
  type ReceiptLine,
} from '../common/receipt-details.tsx';
import { useMiningReceipt } from './use-mining.ts';
import { useMiningWords } from './use-words.ts';

/**
 * The stub of a movement: this browser recomputes its income, or a conversion by its quote. A movement that is neither has its
 * details alone.
 */
export function MiningReceipt({ record }: { readonly record: MiningRecordRow }) {
  const text = useText();
  const check = useMemo(() => checkMining(record), [record]);
  const [isOpen, setOpen] = useState(false);
  const title = text('defi.receipt.title', { number: record.id });
  if (record.accrual === null && record.quote === null)
    return (
      <>
        <Button variant="plain" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {text('defi.receipt.open')} <span className="sr-only">{title}</span>
        </Button>
        <Dialog open={isOpen} onOpenChange={setOpen} title={title}>
          <Details id={record.id} />
        </Dialog>
      </>
    );
  return <CheckedReceipt title={title} check={check} details={<Details id={record.id} />} />;
}

function Details({ id }: { readonly id: string }) {
  const text = useText();
  const query = useMiningReceipt(id);
  return (
    <Loaded
      query={query}
      data={query.data}
      failedTitle={text('defi.receipt.notLoaded')}
      skeleton={<SkeletonText lines={10} />}
    >
      {(receipt) => <Lines receipt={receipt} />}
    </Loaded>
  );
}

type Compared = (name: string, stated: string, shown?: (figure: string) => string) => string;

/** Lines of a receipt in words; a figure that was recomputed stands beside its own. */
function useLines(receipt: MiningReceiptRow, compared: Compared): readonly ReceiptLine[] {
  const text = useText();
  const format = useFormatters();
  const { coins } = useMiningWords();
  const { accrual, coin, into, quote } = receipt;
  const income =
    accrual === null
      ? []
      : [
          { label: text('defi.receipt.held'), value: accrual.held },
          ...accrual.spans.map(({ termsNo, dailyPpm, seconds }) => ({
            label: text('defi.receipt.span', { number: String(termsNo) }),
            value: text('defi.receipt.span.of', { seconds, ppm: String(dailyPpm) }),
          })),
          { label: text('defi.receipt.carried'), value: accrual.carried },
          { label: text('defi.receipt.earned'), value: compared('earned', accrual.earned) },
          { label: text('defi.receipt.paid'), value: compared('paid', accrual.paid) },
          { label: text('defi.receipt.rest'), value: compared('rest', accrual.rest) },
        ];
  return [
    { label: text('defi.record'), value: text(`defi.record.${receipt.kind}`) },
    { label: text('defi.time'), value: format.dateTime(receipt.time) },
    ...(coin === null ? [] : [{ label: text('defi.amount'), value: coins(receipt.amount, coin) }]),
    // a conversion's other side follows its quote
    ...(into === null || quote !== null
      ? []
      : [{ label: text('defi.record.into'), value: coins(into.amount, into.coin) }]),
    ...(receipt.address === null ? [] : [{ label: text('defi.address'), value: receipt.address }]),
    ...(coin === null || receipt.held === null
      ? []
      : [{ label: text('defi.after.held'), value: coins(receipt.held, coin) }]),
    ...income,
    { label: text('defi.receipt.seq'), value: String(receipt.seq) },
  ];
}

/** Lines of the quote that a conversion was made by. */
function useConversionLines(quote: SwapQuoteRow, compared: Compared): readonly ReceiptLine[] {
  const text = useText();
  const format = useFormatters();
  return [
    { label: text('swap.receipt.quoted'), value: format.dateTime(quote.quotedAt) },
    { label: text('swap.receipt.counterparty'), value: text('swap.receipt.house') },
    ...useQuoteLines(quote),
    { label: text('swap.receipt.tick'), value: String(quote.tickNo) },
    {
      label: text('defi.record.into'),
      value: `${compared('arrives', quote.arrives, format.quantity)} ${quote.to}`,
    },
  ];
}

interface LinesProps {
  readonly receipt: MiningReceiptRow;
}

function Lines({ receipt }: LinesProps) {
  const { quote } = receipt;
  return quote === null ? <Movement receipt={receipt} /> : <Conversion receipt={receipt} quote={quote} />;
}

/** A check of a receipt, and its figures beside those that were recomputed. */
function useChecked(receipt: MiningReceiptRow) {
  const check = useMemo(() => checkMining(receipt), [receipt]);
  const compared: Compared = (name, stated, shown) => comparedStep(check, name, stated, shown);
  return { check, compared };
}

function Conversion({ receipt, quote }: LinesProps & { readonly quote: SwapQuoteRow }) {
  const text = useText();
  const { check, compared } = useChecked(receipt);
  const lines = useLines(receipt, compared);
  const quoted = useConversionLines(quote, compared);
  return (
    <ReceiptDetails
      title={text('defi.receipt.title', { number: receipt.id })}
      lines={[...lines, ...quoted]}
      sentences={[text('swap.receipt.formula')]}
      journal={receipt.journal}
      json={{ receipt, check }}
    />
  );
}

function Movement({ receipt }: LinesProps) {
  const text = useText();
  const format = useFormatters();
  const { check, compared } = useChecked(receipt);
  const formula =
    receipt.accrual === null
      ? []
      : [text('defi.receipt.formula', { parts: format.count(Number(STREAM_DAY)) })];
  return (
    <ReceiptDetails
      title={text('defi.receipt.title', { number: receipt.id })}
      lines={useLines(receipt, compared)}
      sentences={formula}
      journal={receipt.journal}
      json={{ receipt, check }}
    />
  );
}
