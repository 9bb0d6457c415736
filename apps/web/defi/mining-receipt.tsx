import type { MiningReceiptRow, MiningRecordRow } from '@candor/api';
import { type Check, checkMining } from '@candor/proofs';
import { STREAM_DAY } from '@candor/rules';
import { Button, Dialog, Loaded, SkeletonText, useFormatters, useText } from '@candor/ui';
import { useMemo, useState } from 'react';
import { CheckedReceipt, comparedStep, ReceiptDetails } from '../common/receipt-details.tsx';
import { useMiningReceipt } from './use-mining.ts';
import { useMiningWords } from './use-words.ts';

/** The stub of a movement: this browser recomputes its income. A movement that accrues nothing has its details alone. */
export function MiningReceipt({ record }: { readonly record: MiningRecordRow }) {
  const text = useText();
  const check = useMemo(() => checkMining(record), [record]);
  const [isOpen, setOpen] = useState(false);
  const title = text('defi.receipt.title', { number: record.id });
  if (record.accrual === null)
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

/** Lines of a receipt in words; a figure that was recomputed stands beside its own. */
function useLines(receipt: MiningReceiptRow, check: Check) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useMiningWords();
  const { accrual, coin, into } = receipt;
  const compared = (name: string, stated: string) => comparedStep(check, name, stated);
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
    ...(into === null ? [] : [{ label: text('defi.record.into'), value: coins(into.amount, into.coin) }]),
    ...(receipt.address === null ? [] : [{ label: text('defi.address'), value: receipt.address }]),
    ...(coin === null || receipt.held === null
      ? []
      : [{ label: text('defi.after.held'), value: coins(receipt.held, coin) }]),
    ...income,
    { label: text('defi.receipt.seq'), value: String(receipt.seq) },
  ];
}

function Lines({ receipt }: { readonly receipt: MiningReceiptRow }) {
  const text = useText();
  const check = useMemo(() => checkMining(receipt), [receipt]);
  const lines = useLines(receipt, check);
  const format = useFormatters();
  const formula =
    receipt.accrual === null
      ? []
      : [text('defi.receipt.formula', { parts: format.count(Number(STREAM_DAY)) })];
  return (
    <ReceiptDetails
      title={text('defi.receipt.title', { number: receipt.id })}
      lines={lines}
      sentences={formula}
      journal={receipt.journal}
      json={{ record: receipt, check }}
    />
  );
}
