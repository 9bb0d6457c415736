import type { MarginAccountRow } from '@candor/api';
import { decimalOf, isPositiveNumber, type TypedNumber, trimFigure } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import {
  ActDialog,
  Detail,
  DetailList,
  Select,
  toasts,
  useActForm,
  useFormatters,
  useProblem,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { AmountField } from '../forms/amount-field.tsx';
import { availableOf, type MarginChoice } from './margin-account.ts';
import { useCanBorrow, useLoanCalls, useMarginInStep, usePreborrow } from './use-margin.ts';

const SCALE = 8;

/** Errors of a loan that concern its amount. */
const places = {
  AMOUNT_INVALID: 'amount',
  AMOUNT_TOO_LARGE: 'amount',
  INSUFFICIENT_BALANCE: 'amount',
  MARGIN_BORROW_LIMIT: 'amount',
} as const;

export interface LoanDialogProps {
  readonly onOpenChange: (open: boolean) => void;
  readonly choice: MarginChoice;
  readonly account: MarginAccountRow;
  /** Coins to choose from; the first is preselected. */
  readonly coins: readonly string[];
}

function CoinSelect(props: {
  readonly coin: string;
  readonly coins: readonly string[];
  readonly onChange: (coin: string) => void;
}) {
  const text = useText();
  return (
    <Select
      label={text('trade.assets.coin')}
      value={props.coin}
      onValueChange={props.onChange}
      options={props.coins.map((value) => ({ value, label: value }))}
    />
  );
}

/** Borrows a coin, with what it would cost and make of the risk rate shown before. */
export function BorrowDialog({ onOpenChange, choice, account, coins }: LoanDialogProps) {
  const format = useFormatters();
  const text = useText();
  const problemOf = useProblem();
  const calls = useLoanCalls(choice);
  const [coin, setCoin] = useState(coins[0] ?? '');
  const act = useActForm({
    defaultValues: { amount: '' as TypedNumber },
    beside: coin,
    places,
    send: ({ amount }, sending) => calls.borrow({ coin, amount }, sending),
    onDone: (receipt) => {
      const values = { amount: format.quantity(receipt.amount), coin: receipt.coin };
      toasts.done(text('margin.toast.borrowed', values));
      onOpenChange(false);
    },
    onSettled: useMarginInStep(),
  });
  const amount = decimalOf(act.form.watch('amount'));
  const can = useCanBorrow(choice, coin);
  const preview = usePreborrow(choice, coin, amount);
  const of = (value: string | undefined) =>
    value === undefined ? format.quantity(null) : `${format.quantity(value)} ${coin}`;
  const seen = isPositiveNumber(amount) ? preview.data : undefined;
  const isTooMuch = seen !== undefined && seen.amount !== '0' && !seen.permitted;
  const failed = can.error ?? preview.error;
  return (
    <ActDialog
      act={act}
      onOpenChange={onOpenChange}
      title={text('margin.borrow')}
      description={text('margin.borrowText')}
      submit={text('margin.borrow')}
      obstacle={failed === null ? null : problemOf(failed).text}
      disabled={isTooMuch || !isPositiveNumber(amount)}
    >
      <CoinSelect coin={coin} coins={coins} onChange={setCoin} />
      <AmountField
        act={act}
        label={text('trade.form.amount')}
        coin={coin}
        most={{ text: text('margin.most'), amount: trimFigure(can.data?.canBorrow ?? '', 0) }}
        description={`${text('margin.canBorrow')} ${of(can.data?.canBorrow)}`}
        problem={
          isTooMuch ? text('margin.problem.tooMuch', { amount: format.quantity(seen.canBorrow), coin }) : null
        }
      />
      <DetailList>
        <Detail label={text('margin.hourly')}>{format.percent(can.data?.hourlyRate ?? null, 5)}</Detail>
        <Detail label={text('margin.firstHour')}>{of(seen?.firstHourInterest)}</Detail>
        <Detail label={text('margin.risk')}>{format.quantity(account.riskRate, 4)}</Detail>
        <Detail label={text('margin.riskAfter')} strong>
          {format.quantity(seen?.riskRateAfter ?? null, 4)}
        </Detail>
        <Detail label={text('margin.callAt')}>{format.price(account.callRisk)}</Detail>
        <Detail label={text('margin.liquidationAt')}>{format.price(account.liquidationRisk)}</Detail>
      </DetailList>
    </ActDialog>
  );
}

/** Repays a debt out of the same account, in part or all of it. */
export function RepayDialog({ onOpenChange, choice, account, coins }: LoanDialogProps) {
  const format = useFormatters();
  const text = useText();
  const calls = useLoanCalls(choice);
  const [chosen, setCoin] = useState(coins[0] ?? '');
  const coin = coins.includes(chosen) ? chosen : (coins[0] ?? '');
  const [isAll, setIsAll] = useState(false);
  const loan = account.loans.find((each) => each.coin === coin);
  const available = availableOf(account, coin);
  const act = useActForm({
    defaultValues: { amount: '' as TypedNumber },
    beside: { coin, isAll },
    places,
    send: ({ amount }, sending) => calls.repay({ coin, amount: isAll ? null : amount }, sending),
    onDone: ({ owed }) => {
      const id = /[1-9]/.test(owed) ? 'repaid' : 'repaidAll';
      toasts.done(text(`margin.toast.${id}`, { amount: format.quantity(owed), coin }));
      onOpenChange(false);
    },
    onSettled: useMarginInStep(),
  });
  const amount = decimalOf(act.form.watch('amount'));
  const of = (value: string | undefined) =>
    value === undefined ? format.quantity(null) : `${format.quantity(value)} ${coin}`;
  const isShort = isAll && loan !== undefined && isLess(available, loan.owed);
  return (
    <ActDialog
      act={act}
      onOpenChange={onOpenChange}
      title={text('margin.repay')}
      description={text('margin.repayText')}
      submit={text('margin.repay')}
      disabled={isShort || !isPositiveNumber(amount)}
    >
      <CoinSelect
        coin={coin}
        coins={coins}
        onChange={(next) => {
          setCoin(next);
          setIsAll(false);
          act.form.reset();
        }}
      />
      <AmountField
        act={act}
        label={text('trade.form.amount')}
        coin={coin}
        most={{ text: text('transfer.max'), amount: trimFigure(loan?.owed ?? '', 0) }}
        onChange={setIsAll}
        description={`${text('trade.form.available')} ${of(available)}`}
        problem={isShort ? text('trade.form.problem.balance', { coin }) : null}
      />
      <DetailList>
        <Detail label={text('margin.borrowed')}>{of(loan?.principal)}</Detail>
        <Detail label={text('margin.interest')}>{of(loan?.interest)}</Detail>
        <Detail label={text('margin.owed')} strong>
          {of(loan?.owed)}
        </Detail>
      </DetailList>
    </ActDialog>
  );
}

/** Compares two plain decimals. */
function isLess(left: string, right: string): boolean {
  const units = (text: string) => parseDecimal(text, SCALE) ?? 0n;
  return units(left) < units(right);
}
