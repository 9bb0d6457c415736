import type { CallData, Calls } from '@candor/api';
import { decimalOf, isPositiveNumber, type TypedNumber, trimFigure } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import {
  ActDialog,
  EmptyState,
  Loaded,
  Select,
  SkeletonText,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys, useClient, usePracticeAllowance } from '../../data/index.ts';
import { AmountField } from '../../forms/amount-field.tsx';

const PRACTICE_SCALE = 8;

type Allowance = CallData<Calls['getPracticeFunds']>['list'][number];

const unitsOf = (decimal: string) => parseDecimal(decimal, PRACTICE_SCALE) ?? 0n;
const leftOf = (allowance: Allowance | undefined) => trimFigure(allowance?.remaining ?? '', 0);

function usePracticeAct(coin: string, onDone: () => void) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const queries = useQueryClient();
  return useActForm({
    defaultValues: { amount: '' as TypedNumber },
    beside: coin,
    places: { PRACTICE_CAP_EXCEEDED: 'amount', AMOUNT_INVALID: 'amount', AMOUNT_TOO_LARGE: 'amount' },
    send: ({ amount }, sending) => client.call('takePracticeFunds', { body: { coin, amount } }, sending),
    onDone: (taken) => {
      const values = { amount: format.quantity(taken.amount), coin: taken.coin };
      toasts.success(text('assets.practice.taken', values));
      onDone();
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.practiceFunds, queryKeys.balances, queryKeys.bills].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Takes practice coins, up to the day's allowance of each. Practice mode only. */
export function PracticeFundsDialog({ onOpenChange }: { readonly onOpenChange: (open: boolean) => void }) {
  const text = useText();
  const query = usePracticeAllowance();
  const { data } = query;
  const [wanted, setWanted] = useState('USDT');
  const allowance = data?.list.find(({ coin }) => coin === wanted) ?? data?.list[0];
  const left = leftOf(allowance);
  const isUsedUp = allowance !== undefined && !isPositiveNumber(left);
  const act = usePracticeAct(allowance?.coin ?? wanted, () => onOpenChange(false));
  const { reset } = act.form;
  // all of the allowance is what most take: it stands there until somebody types
  useEffect(() => reset({ amount: isPositiveNumber(left) ? left : '' }), [reset, left]);
  const amount = decimalOf(act.form.watch('amount'));
  const isOver = allowance !== undefined && !isUsedUp && unitsOf(amount) > unitsOf(left);
  return (
    <ActDialog
      act={act}
      onOpenChange={onOpenChange}
      title={text('assets.practice.title')}
      description={text('assets.practice.text')}
      submit={text('assets.practice.take')}
      disabled={allowance === undefined || isUsedUp || isOver || !isPositiveNumber(amount)}
    >
      <Loaded
        query={query}
        data={data}
        failedTitle={text('assets.practice.notLoaded')}
        skeleton={<SkeletonText lines={4} />}
      >
        {({ list, resetsAt }) =>
          allowance === undefined ? (
            <EmptyState title={text('markets.noneListed')} />
          ) : (
            <PracticeFields
              act={act}
              list={list}
              allowance={allowance}
              isOver={isOver}
              resetsAt={resetsAt}
              onCoinChange={(next) => {
                setWanted(next);
                const chosen = leftOf(list.find((entry) => entry.coin === next));
                reset({ amount: isPositiveNumber(chosen) ? chosen : '' });
              }}
            />
          )
        }
      </Loaded>
    </ActDialog>
  );
}

interface PracticeFieldsProps {
  readonly act: ReturnType<typeof usePracticeAct>;
  readonly list: readonly Allowance[];
  /** The allowance of the chosen coin. */
  readonly allowance: Allowance;
  /** True where more is typed than is left. */
  readonly isOver: boolean;
  readonly resetsAt: number;
  readonly onCoinChange: (coin: string) => void;
}

/** Chooses a coin and its amount. */
function PracticeFields({ act, list, allowance, isOver, resetsAt, onCoinChange }: PracticeFieldsProps) {
  const text = useText();
  const format = useFormatters();
  const { coin } = allowance;
  const isUsedUp = !isPositiveNumber(leftOf(allowance));
  const bounds = {
    remaining: format.quantity(allowance.remaining),
    cap: format.quantity(allowance.dailyCap),
    coin,
  };
  return (
    <>
      <Select
        label={text('assets.coin')}
        value={coin}
        onValueChange={onCoinChange}
        options={list.map((entry) => ({
          value: entry.coin,
          label: entry.coin,
          detail: format.quantity(entry.remaining),
        }))}
      />
      <AmountField
        act={act}
        label={text('assets.amount')}
        coin={coin}
        disabled={isUsedUp}
        problem={isOver ? text('error.PRACTICE_CAP_EXCEEDED', bounds) : null}
        description={
          isUsedUp
            ? text('assets.practice.usedUp', { date: format.date(resetsAt), time: format.time(resetsAt) })
            : text('assets.practice.left', bounds)
        }
      />
    </>
  );
}
