import type { OtcOrderReceipt } from '@candor/api';
import { type Check, checkOtcOrder } from '@candor/proofs';
import { useText } from '@candor/ui';
import { useMemo } from 'react';
import { comparedStep, type ReceiptLine, RecomputedReceipt } from '../common/receipt-details.tsx';
import { useOtcWords } from './use-words.ts';

/** The stub of an order: this browser recomputes price, sum, value, what lay in escrow and what left it. */
export function OtcOrderStub({ receipt }: { readonly receipt: OtcOrderReceipt }) {
  const text = useText();
  const check = useMemo(() => checkOtcOrder(receipt), [receipt]);
  const lines = useLines(receipt, check);
  const title = text('otc.receipt.title', { number: String(receipt.orderId) });
  return (
    <RecomputedReceipt
      title={title}
      check={check}
      lines={lines}
      sentences={[text('otc.receipt.formula')]}
      journal={receipt.journal}
      json={{ receipt, check }}
    />
  );
}

/** Lines of a receipt in words; a figure that was recomputed stands beside its own. */
function useLines(receipt: OtcOrderReceipt, check: Check): readonly ReceiptLine[] {
  const text = useText();
  const words = useOtcWords();
  const { coin, currency, amount, price, total, value, held, fee, inputs, returned, termsHash } = receipt;
  const coins = (figure: string) => words.coins(figure, coin);
  const money = (figure: string) => words.money(figure, currency);
  const compared = (name: string, stated: string, shown: (figure: string) => string) =>
    comparedStep(check, name, stated, shown);
  return [
    { label: text('otc.amount'), value: coins(amount) },
    { label: text('otc.price'), value: compared('price', price, money) },
    { label: text('otc.total'), value: compared('total', total, money) },
    {
      label: text('otc.receipt.value'),
      value: compared('value', value, (figure) => words.coins(figure, 'USDT')),
    },
    { label: text('otc.fee'), value: coins(fee) },
    { label: text('otc.receipt.held'), value: compared('held', held, coins) },
    ...(returned === null ? [] : [{ label: text('otc.receipt.out'), value: compared('out', held, coins) }]),
    { label: text('otc.receipt.rate'), value: money(inputs.rate) },
    { label: text('otc.receipt.terms'), value: termsHash, isHash: true },
  ];
}
