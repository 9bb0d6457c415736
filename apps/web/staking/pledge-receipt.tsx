import type { PledgeOrderRow, PledgeReceiptRow } from '@candor/api';
import { type Check, checkPledge } from '@candor/proofs';
import {
  CopyReceipt,
  Detail,
  DetailList,
  Loaded,
  ReceiptStub,
  SkeletonText,
  useFormatters,
  useText,
} from '@candor/ui';
import { useMemo } from 'react';
import { JournalPlaceDetails, useJournalWords } from '../common/journal-place.tsx';
import { useOfferWords } from '../common/offer-words.tsx';
import { useSettings } from '../data/index.ts';
import { usePledgeReceipt } from './use-pledges.ts';

/** The stub of an order: this browser recomputes its due time and its interest, and once it has ended what was paid. */
export function PledgeReceipt({ order }: { readonly order: PledgeOrderRow }) {
  const text = useText();
  const practice = useSettings().data?.mode === 'practice';
  const check = useMemo(() => checkPledge(order), [order]);
  return (
    <ReceiptStub
      state={check.ok ? 'verified' : 'failed'}
      practice={practice}
      detailsTitle={text('staking.receipt.title', { number: String(order.id) })}
      details={<Details id={order.id} />}
    />
  );
}

function Details({ id }: { readonly id: number }) {
  const text = useText();
  const query = usePledgeReceipt(id);
  return (
    <Loaded
      query={query}
      data={query.data}
      failedTitle={text('staking.receipt.notLoaded')}
      skeleton={<SkeletonText lines={10} />}
    >
      {(receipt) => <Lines receipt={receipt} />}
    </Loaded>
  );
}

/** Lines of a receipt in words; a figure that was recomputed stands beside its own. */
function useLines(receipt: PledgeReceiptRow, check: Check) {
  const text = useText();
  const format = useFormatters();
  const { coins, rate, share, days } = useOfferWords();
  const { coin, status, endedTime, paidInterest, released, renewalOf, renewedAs } = receipt;
  const compared = (name: string, stated: string) => {
    const step = check.steps.find((each) => each.name === name);
    if (step === undefined) return `${format.quantity(stated)} ${coin}`;
    return `${format.quantity(stated)} ${step.ok ? '=' : '≠'} ${format.quantity(step.recomputed)} ${coin}`;
  };
  const none = (value: string | null) => value ?? '0';
  const ended = [
    { label: text('staking.ended'), value: format.dateTime(endedTime) },
    {
      label: text('staking.redeem.days'),
      value: text('staking.elapsed', { done: String(receipt.wholeDays ?? 0), all: receipt.cycleDays }),
    },
    { label: text('staking.entry.paidShort'), value: compared('paid', none(paidInterest)) },
    { label: text('staking.receipt.released'), value: compared('released', none(released)) },
  ];
  return [
    { label: text('staking.principal'), value: coins(receipt.investAmount, coin) },
    { label: text('staking.daily'), value: rate(receipt.dailyPpm) },
    { label: text('staking.term'), value: days(receipt.cycleDays) },
    { label: text('staking.receipt.share'), value: share(receipt.exitPpm) },
    { label: text('staking.began'), value: format.dateTime(receipt.beginDate) },
    { label: text('staking.matures'), value: format.dateTime(receipt.endDate) },
    { label: text('staking.pool.reserved'), value: compared('interest', receipt.interest) },
    ...(status === 'inProgress' ? [] : ended),
    { label: text('staking.receipt.seq'), value: String(receipt.seq) },
    ...(renewalOf === null
      ? []
      : [
          {
            label: text('staking.renewal'),
            value: text('staking.receipt.renewalOf', { number: String(renewalOf) }),
          },
        ]),
    ...(renewedAs === null
      ? []
      : [
          {
            label: text('staking.renewal'),
            value: text('staking.receipt.renewedAs', { number: String(renewedAs) }),
          },
        ]),
  ];
}

function Lines({ receipt }: { readonly receipt: PledgeReceiptRow }) {
  const text = useText();
  const check = useMemo(() => checkPledge(receipt), [receipt]);
  const lines = useLines(receipt, check);
  const place = useJournalWords()(receipt.journal);
  const formula = text(
    receipt.status === 'redeemed' ? 'staking.receipt.formula.redeemed' : 'staking.receipt.formula',
  );
  const hash = { label: text('staking.receipt.terms'), value: receipt.termsHash };
  const copied = [
    text('staking.receipt.title', { number: String(receipt.id) }),
    ...[...lines, hash].map(({ label, value }) => `${label}: ${value}`),
    formula,
    ...place.copied,
  ].join('\n');
  return (
    <div className="flex flex-col gap-4">
      <DetailList ruled>
        {lines.map(({ label, value }) => (
          <Detail key={`${label} ${value}`} label={label} wraps>
            {value}
          </Detail>
        ))}
        <div className="flex flex-col gap-1">
          <dt className="text-ink-2">{hash.label}</dt>
          <dd className="font-mono text-12 break-all select-all">{hash.value}</dd>
        </div>
      </DetailList>
      <p className="text-13 text-ink-2">{formula}</p>
      <JournalPlaceDetails words={place} />
      <CopyReceipt text={copied} json={{ order: receipt, check }} />
    </div>
  );
}
