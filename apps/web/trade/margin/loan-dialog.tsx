import { type MarginAccountRow, newActKey } from '@candor/contract';
import { isPositiveNumber, trimFigure } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import { Button, Detail, DetailList, Dialog, NumberField, Select, toasts, useFormatters } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ActMessage } from '../../app/act-message.tsx';
import { wordsOf } from '../../app/error-words.ts';
import { availableOf, type MarginChoice } from './margin-account.ts';
import { useBorrow, useCanBorrow, usePreborrow, useRepay } from './use-margin.ts';

const SCALE = 8;

export interface LoanDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly choice: MarginChoice;
  readonly account: MarginAccountRow;
  /** What may be chosen, the first chosen at once. */
  readonly coins: readonly string[];
}

function CoinSelect(props: {
  readonly coin: string;
  readonly coins: readonly string[];
  readonly onChange: (coin: string) => void;
}) {
  const intl = useIntl();
  return (
    <Select
      label={intl.formatMessage({ id: 'assets.coin' })}
      value={props.coin}
      onValueChange={props.onChange}
      options={props.coins.map((value) => ({ value, label: value }))}
    />
  );
}

/** Borrows a coin, with what it would cost and make of the risk rate shown before. */
export function BorrowDialog({ open, onOpenChange, choice, account, coins }: LoanDialogProps) {
  const intl = useIntl();
  const format = useFormatters();
  const [coin, setCoin] = useState(coins[0] ?? '');
  const [amount, setAmount] = useState('');
  const can = useCanBorrow(choice, coin, open);
  const preview = usePreborrow(choice, coin, open ? amount : '');
  const borrow = useBorrow(choice);
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const of = (value: string | undefined) =>
    value === undefined ? format.quantity(null) : `${format.quantity(value)} ${coin}`;
  const seen = isPositiveNumber(amount) ? preview.data : undefined;
  const tooMuch = seen !== undefined && seen.amount !== '0' && !seen.permitted;
  const failed = can.error ?? preview.error;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (borrow.isPending || !isPositiveNumber(amount) || tooMuch) return;
    borrow.mutate(
      { coin, amount, key: newActKey(Date.now()) },
      {
        onSuccess: (receipt) => {
          toasts.done(
            text('trade.margin.toast.borrowed', {
              amount: format.quantity(receipt.amount),
              coin: receipt.coin,
            }),
          );
          setAmount('');
          onOpenChange(false);
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={text('trade.margin.borrow')}
      description={text('trade.margin.borrowText')}
    >
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <CoinSelect coin={coin} coins={coins} onChange={setCoin} />
        <NumberField
          label={text('trade.form.amount')}
          value={amount}
          onValueChange={setAmount}
          decimals={SCALE}
          unit={coin}
          end={
            <Button
              variant="plain"
              size="small"
              disabled={can.data === undefined}
              onClick={() => setAmount(trimFigure(can.data?.canBorrow ?? '', 0))}
            >
              {text('trade.margin.most')}
            </Button>
          }
          description={`${text('trade.margin.canBorrow')} ${of(can.data?.canBorrow)}`}
          {...(tooMuch
            ? {
                error: text('trade.margin.problem.tooMuch', {
                  amount: format.quantity(seen.canBorrow),
                  coin,
                }),
              }
            : {})}
        />
        <DetailList>
          <Detail label={text('trade.margin.hourly')}>
            {format.percent(can.data?.hourlyRate ?? null, 5)}
          </Detail>
          <Detail label={text('trade.margin.firstHour')}>{of(seen?.firstHourInterest)}</Detail>
          <Detail label={text('trade.margin.risk')}>{format.quantity(account.riskRate, 4)}</Detail>
          <Detail label={text('trade.margin.riskAfter')} strong>
            {format.quantity(seen?.riskRateAfter ?? null, 4)}
          </Detail>
          <Detail label={text('trade.margin.callAt')}>{format.price(account.callRisk)}</Detail>
          <Detail label={text('trade.margin.liquidationAt')}>{format.price(account.liquidationRisk)}</Detail>
        </DetailList>
        {failed !== null && (
          <p role="alert" className="text-13 text-warn">
            {wordsOf(intl, failed)}
          </p>
        )}
        <ActMessage phase={borrow.phase} error={borrow.error} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          loading={borrow.isPending}
          disabled={!isPositiveNumber(amount) || tooMuch}
        >
          {text('trade.margin.borrow')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Repays a debt out of the same account, in part or all of it. */
export function RepayDialog({ open, onOpenChange, choice, account, coins }: LoanDialogProps) {
  const intl = useIntl();
  const format = useFormatters();
  const [chosen, setCoin] = useState(coins[0] ?? '');
  const coin = coins.includes(chosen) ? chosen : (coins[0] ?? '');
  const [amount, setAmount] = useState('');
  const [isAll, setIsAll] = useState(false);
  const repay = useRepay(choice);
  const loan = account.loans.find((each) => each.coin === coin);
  const available = availableOf(account, coin);
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const of = (value: string | undefined) =>
    value === undefined ? format.quantity(null) : `${format.quantity(value)} ${coin}`;
  const isShort = isAll && loan !== undefined && isLess(available, loan.owed);
  const canSend = isAll ? !isShort : isPositiveNumber(amount);
  const edit = (next: string, all: boolean) => {
    setAmount(next);
    setIsAll(all);
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (repay.isPending || !canSend) return;
    repay.mutate(
      { coin, amount: isAll ? null : amount, key: newActKey(Date.now()) },
      {
        onSuccess: ({ owed }) => {
          const id = /[1-9]/.test(owed) ? 'repaid' : 'repaidAll';
          toasts.done(text(`trade.margin.toast.${id}`, { amount: format.quantity(owed), coin }));
          edit('', false);
          onOpenChange(false);
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={text('trade.margin.repay')}
      description={text('trade.margin.repayText')}
    >
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <CoinSelect
          coin={coin}
          coins={coins}
          onChange={(next) => {
            setCoin(next);
            edit('', false);
          }}
        />
        <NumberField
          label={text('trade.form.amount')}
          value={amount}
          onValueChange={(next) => edit(next, false)}
          decimals={SCALE}
          unit={coin}
          end={
            <Button variant="plain" size="small" onClick={() => edit(trimFigure(loan?.owed ?? '', 0), true)}>
              {text('transfer.max')}
            </Button>
          }
          description={`${text('trade.form.available')} ${of(available)}`}
          {...(isShort ? { error: text('trade.form.problem.balance', { coin }) } : {})}
        />
        <DetailList>
          <Detail label={text('trade.margin.borrowed')}>{of(loan?.principal)}</Detail>
          <Detail label={text('trade.margin.interest')}>{of(loan?.interest)}</Detail>
          <Detail label={text('trade.margin.owed')} strong>
            {of(loan?.owed)}
          </Detail>
        </DetailList>
        <ActMessage phase={repay.phase} error={repay.error} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          loading={repay.isPending}
          disabled={!canSend}
        >
          {text('trade.margin.repay')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Compares two plain decimals. */
function isLess(left: string, right: string): boolean {
  const units = (text: string) => parseDecimal(text, SCALE) ?? 0n;
  return units(left) < units(right);
}
