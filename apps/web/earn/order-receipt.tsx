import { type Check, checkEarnOrder } from '@candor/proofs';
import { Loaded, SkeletonText, useFormatters, useText } from '@candor/ui';
import { useMemo } from 'react';
import {
  CheckedReceipt,
  comparedStep,
  ReceiptDetails,
  type ReceiptLine,
} from '../common/receipt-details.tsx';
import { useOfferWords } from './offer-words.tsx';
import { isRedeemable } from './order-figures.ts';
import type { EarnOrder, EarnProduct, EarnReceipt } from './product.ts';
import { useReceipt } from './use-earn.ts';

interface OrderReceiptProps {
  readonly product: EarnProduct;
  readonly order: EarnOrder;
}

/** The stub of an order: this browser recomputes its due time and its interest, and once it has ended what was paid. */
export function OrderReceipt({ product, order }: OrderReceiptProps) {
  const text = useText();
  const check = useMemo(() => checkEarnOrder(order), [order]);
  return (
    <CheckedReceipt
      title={text(`${product.id}.receipt.title`, { number: String(order.id) })}
      check={check}
      details={<Details product={product} id={order.id} />}
    />
  );
}

function Details({ product, id }: { readonly product: EarnProduct; readonly id: number }) {
  const text = useText();
  const query = useReceipt(product, id);
  return (
    <Loaded
      query={query}
      data={query.data}
      failedTitle={text('earn.receipt.notLoaded')}
      skeleton={<SkeletonText lines={10} />}
    >
      {(receipt) => <Lines product={product} receipt={receipt} />}
    </Loaded>
  );
}

/** Lines of a receipt in words; a figure that was recomputed stands beside its own. */
function useLines(receipt: EarnReceipt, check: Check): readonly ReceiptLine[] {
  const text = useText();
  const format = useFormatters();
  const { coins, rate, share, days } = useOfferWords();
  const { coin, status, endedTime, paidInterest, released, renewalOf = null, renewedAs = null } = receipt;
  const { name, lockDays, redeemableTime } = receipt;
  const compared = (name: string, stated: string) =>
    `${comparedStep(check, name, stated, format.quantity)} ${coin}`;
  const none = (value: string | null) => value ?? '0';
  const ended = [
    { label: text('earn.ended'), value: format.dateTime(endedTime) },
    {
      label: text('earn.redeem.days'),
      value: text('earn.elapsed', { done: String(receipt.wholeDays ?? 0), all: receipt.cycleDays }),
    },
    { label: text('earn.entry.paidShort'), value: compared('paid', none(paidInterest)) },
    { label: text('earn.receipt.released'), value: compared('released', none(released)) },
  ];
  const named = name === undefined ? [] : [{ label: text('earn.product'), value: name }];
  const locked =
    lockDays === undefined || redeemableTime === undefined
      ? []
      : [
          {
            label: text('earn.redeemable'),
            value: isRedeemable(receipt) ? format.dateTime(redeemableTime) : text('earn.redeemable.never'),
          },
        ];
  return [
    ...named,
    { label: text('earn.principal'), value: coins(receipt.investAmount, coin) },
    { label: text('earn.daily'), value: rate(receipt.dailyPpm) },
    { label: text('earn.term'), value: days(receipt.cycleDays) },
    { label: text('earn.receipt.share'), value: share(receipt.exitPpm) },
    { label: text('earn.began'), value: format.dateTime(receipt.beginDate) },
    ...locked,
    { label: text('earn.matures'), value: format.dateTime(receipt.endDate) },
    { label: text('earn.pool.reserved'), value: compared('interest', receipt.interest) },
    ...(status === 'inProgress' ? [] : ended),
    { label: text('earn.receipt.seq'), value: String(receipt.seq) },
    ...(renewalOf === null
      ? []
      : [
          {
            label: text('earn.renewal'),
            value: text('earn.receipt.renewalOf', { number: String(renewalOf) }),
          },
        ]),
    ...(renewedAs === null
      ? []
      : [
          {
            label: text('earn.renewal'),
            value: text('earn.receipt.renewedAs', { number: String(renewedAs) }),
          },
        ]),
  ];
}

interface LinesProps {
  readonly product: EarnProduct;
  readonly receipt: EarnReceipt;
}

function Lines({ product, receipt }: LinesProps) {
  const text = useText();
  const check = useMemo(() => checkEarnOrder(receipt), [receipt]);
  const lines = useLines(receipt, check);
  return (
    <ReceiptDetails
      title={text(`${product.id}.receipt.title`, { number: String(receipt.id) })}
      lines={[...lines, { label: text('earn.receipt.terms'), value: receipt.termsHash, isHash: true }]}
      sentences={[
        text(receipt.status === 'redeemed' ? 'earn.receipt.formula.redeemed' : 'earn.receipt.formula'),
      ]}
      journal={receipt.journal}
      json={{ order: receipt, check }}
    />
  );
}
