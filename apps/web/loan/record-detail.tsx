import type { LoanDetail } from '@candor/api';
import { LOAN_PAYOUT_DAYS } from '@candor/rules';
import {
  ActMessage,
  Button,
  buttonClass,
  ConfirmDialog,
  Detail,
  DetailList,
  Loaded,
  loneLinkClass,
  SkeletonText,
  toasts,
  useAct,
  useFormatters,
  useText,
} from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { HashDetail } from '../common/hash-detail.tsx';
import { useLoanWords } from '../common/loan-words.tsx';
import { useClient } from '../data/index.ts';
import { DueRail } from './due-rail.tsx';
import { History } from './history.tsx';
import { RepayDialog } from './repay-dialog.tsx';
import { Standing } from './standing.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useLoanDetail, useLoansChanged } from './use-loans.ts';

const route = getRouteApi('/shell/loan/order');

/** One application and its loan: its state, what is owed, every date, and everything that happened. */
export function RecordDetail({ id }: { readonly id: number }) {
  const text = useText();
  const { id: _, ...others } = route.useSearch();
  const query = useLoanDetail(id);
  return (
    <>
      <Link to="/loan/order" search={others} className={`${loneLinkClass} self-start text-14`}>
        {text('loan.records')}
      </Link>
      <Loaded
        query={query}
        data={query.data}
        failedTitle={text('loan.detail.notLoaded')}
        failedHeading="h1"
        skeleton={<SkeletonText lines={12} />}
      >
        {(detail) => <RecordShown detail={detail} />}
      </Loaded>
    </>
  );
}

/** Facts of one application and its loan. */
export function RecordShown({ detail }: { readonly detail: LoanDetail }) {
  const text = useText();
  const { name } = useLoanWords();
  const { id, status, agreed, loan } = detail;
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <header className="flex flex-col gap-2">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-28 font-semibold">{text('loan.number', { number: String(id) })}</h1>
          <StatusBadge status={status} />
        </span>
        <p className="text-14 text-ink-2">{name(detail)}</p>
        <State detail={detail} />
      </header>
      {agreed.length > 0 && <DueRail detail={detail} />}
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        {agreed.length > 0 && (
          <div className="flex min-w-0 flex-col gap-10">
            {loan !== null && <Owed detail={detail} loan={loan} />}
            <Standing detail={detail} />
          </div>
        )}
        <Facts detail={detail} />
      </div>
      {detail.entries.length > 0 && <History detail={detail} />}
    </div>
  );
}

/** The state in a sentence, and the next step. */
function State({ detail }: { readonly detail: LoanDetail }) {
  const text = useText();
  const format = useFormatters();
  const { status, reason, reviewTime, settledTime, beginDate } = detail;
  const [cancels, setCancels] = useState(false);
  if (status === 'pending')
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="max-w-180 text-14 text-ink-2">
          {text('loan.state.pending', { time: format.dateTime(reviewTime) })}
        </p>
        <Button variant="quiet" onClick={() => setCancels(true)}>
          {text('loan.cancel')}
        </Button>
        {cancels && <CancelDialog id={detail.id} onClose={() => setCancels(false)} />}
      </div>
    );
  if (status === 'failed')
    return (
      <div className="flex flex-col items-start gap-3">
        {reason !== null && (
          <p className="max-w-180 text-14 text-warn">{text(`review.reason.loan.${reason}`)}</p>
        )}
        <Link to="/loan/index" className={buttonClass('quiet')}>
          {text('loan.again')}
        </Link>
      </div>
    );
  if (status === 'overdue')
    return <p className="max-w-180 text-14 text-warn">{text('loan.state.overdue')}</p>;
  if (status === 'settled')
    return (
      <p className="text-14 text-ink-2">
        {text('loan.state.settled', { time: format.dateTime(settledTime) })}
      </p>
    );
  if (status === 'cancelled') return <p className="text-14 text-ink-2">{text('loan.state.cancelled')}</p>;
  return (
    <p className="max-w-180 text-14 text-ink-2">
      {beginDate === null
        ? text('loan.state.paying')
        : text('loan.state.running', { time: format.dateTime(beginDate) })}
    </p>
  );
}

function CancelDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const text = useText();
  const client = useClient();
  const onSettled = useLoansChanged();
  const act = useAct({
    mutationFn: (_, sending) => client.call('cancelLoanApplication', { body: { id } }, sending),
    onSuccess: () => {
      toasts.success(text('loan.cancelled', { number: String(id) }));
      onClose();
    },
    onSettled,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text('loan.cancel.title', { number: String(id) })}
      confirm={text('loan.cancel')}
      dismiss={text('loan.cancel.keep')}
      variant="danger"
      loading={act.isPending}
      onConfirm={() => act.mutate()}
    >
      <p className="text-14 text-ink-2">{text('loan.cancel.text')}</p>
      <ActMessage phase={act.phase} error={act.error} />
    </ConfirmDialog>
  );
}

interface OwedProps {
  readonly detail: LoanDetail;
  readonly loan: NonNullable<LoanDetail['loan']>;
}

/** Sum that is due, what is not, and the price of ending the loan now. */
function Owed({ detail, loan }: OwedProps) {
  const text = useText();
  const { coins } = useLoanWords();
  const [repays, setRepays] = useState(false);
  const { coin } = detail;
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-20 font-semibold">{text('loan.owed')}</h2>
      <DetailList ruled className="border-y text-14!">
        {loan.due.map(({ number, interest, principal, overdueInterest }) => (
          <Detail key={number} label={text('loan.owed.due', { number: String(number) })} wraps>
            {text('loan.owed.parts', {
              interest: coins(interest, coin),
              principal: coins(principal, coin),
              overdue: coins(overdueInterest, coin),
            })}
          </Detail>
        ))}
        <Detail label={text('loan.owed.notDue')}>{coins(loan.notDue, coin)}</Detail>
        <Detail label={text('loan.owed.running')}>{coins(loan.earlyInterest, coin)}</Detail>
        <Detail label={text('loan.owed.all')} strong>
          {coins(loan.repayAll, coin)}
        </Detail>
      </DetailList>
      <Button className="self-start" onClick={() => setRepays(true)}>
        {text('loan.repay')}
      </Button>
      {repays && <RepayDialog detail={detail} loan={loan} onClose={() => setRepays(false)} />}
    </section>
  );
}

/** The terms, and the credit score as it stood when the loan was asked for. */
function Facts({ detail }: { readonly detail: LoanDetail }) {
  const text = useText();
  const format = useFormatters();
  const { coins, rate, share, method, term } = useLoanWords();
  const { coin, amount, interest, applyTime, repaid, asked, beginDate } = detail;
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-20 font-semibold">{text('loan.facts')}</h2>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('loan.amount')} strong>
          {coins(amount, coin)}
        </Detail>
        <Detail label={text('loan.method')}>{method(detail)}</Detail>
        <Detail label={text('loan.cycle')}>{term(detail)}</Detail>
        <Detail label={text('loan.daily')}>{rate(detail.dailyPpm)}</Detail>
        <Detail label={text('loan.overdueRate')}>{rate(detail.overduePpm)}</Detail>
        <Detail label={text('loan.overdueCap')}>{share(detail.overdueCapPpm)}</Detail>
        {interest !== null && <Detail label={text('loan.interestTotal')}>{coins(interest, coin)}</Detail>}
        <Detail label={text('loan.totalAtMost', { days: LOAN_PAYOUT_DAYS })} wraps>
          {coins(detail.totalAtMost, coin)}
        </Detail>
        <Detail label={text('loan.lender')} wraps>
          {text('loan.lender.pool', { coin })}
        </Detail>
        <Detail label={text('loan.applyTime')}>{format.dateTime(applyTime)}</Detail>
        {beginDate !== null && (
          <Detail label={text('loan.entry.paidOut.own')}>{format.dateTime(beginDate)}</Detail>
        )}
        {beginDate !== null && <Detail label={text('loan.repaid')}>{coins(repaid, coin)}</Detail>}
        <Detail label={text('loan.askedScore')} wraps>
          {text('loan.askedScore.of', {
            score: format.count(asked.score),
            limit: format.quantity(asked.limit),
            coin,
          })}
        </Detail>
        <HashDetail label={text('loan.termsHash')} hash={detail.termsHash} />
      </DetailList>
    </section>
  );
}
