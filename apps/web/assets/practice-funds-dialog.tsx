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
import { queryKeys, useClient, usePracticeAllowance } from '../data/index.ts';
import { AmountField } from '../forms/amount-field.tsx';

const PRACTICE_SCALE = 8;

type Allowance = CallData<Calls['getPracticeFunds']>['list'][number];

const unitsOf = (decimal: string) => parseDecimal(decimal, PRACTICE_SCALE) ?? 0n;
const leftOf = (allowance: Allowance | undefined) => trimFigure(allowance?.remaining ?? '', 0);

/** Takes practice coins, up to the day's allowance of each. Practice mode only. */
export function PracticeFundsDialog({ onOpenChange }: { readonly onOpenChange: (open: boolean) => void }) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const queries = useQueryClient();
  const query = usePracticeAllowance();
  const { data } = query;
  const [wanted, setWanted] = useState('USDT');
  const allowance = data?.list.find(({ coin }) => coin === wanted) ?? data?.list[0];
  const left = leftOf(allowance);
  const coin = allowance?.coin ?? wanted;
  const isUsedUp = allowance !== undefined && !isPositiveNumber(left);

  const act = useActForm({
    defaultValues: { amount: '' as TypedNumber },
    beside: coin,
    places: { PRACTICE_CAP_EXCEEDED: 'amount', AMOUNT_INVALID: 'amount', AMOUNT_TOO_LARGE: 'amount' },
    send: ({ amount }, sending) => client.call('takePracticeFunds', { body: { coin, amount } }, sending),
    onDone: (taken) => {
      const values = { amount: format.quantity(taken.amount), coin: taken.coin };
      toasts.success(text('assets.practice.taken', values));
      onOpenChange(false);
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.practiceFunds, queryKeys.balances, queryKeys.bills].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const { reset } = act.form;
  // all of the allowance is what most take: it stands there until somebody types
  useEffect(() => reset({ amount: isPositiveNumber(left) ? left : '' }), [reset, left]);
  const amount = decimalOf(act.form.watch('amount'));
  const bounds = {
    remaining: format.quantity(allowance?.remaining ?? null),
    cap: format.quantity(allowance?.dailyCap ?? null),
    coin,
  };
  const isOver = allowance !== undefined && !isUsedUp && unitsOf(amount) > unitsOf(left);
  const resets = data === undefined ? null : data.resetsAt;
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
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={text('markets.noneListed')} />
          ) : (
            <>
              <Select
                label={text('assets.coin')}
                value={coin}
                onValueChange={(next) => {
                  setWanted(next);
                  const chosen = leftOf(list.find((entry) => entry.coin === next));
                  reset({ amount: isPositiveNumber(chosen) ? chosen : '' });
                }}
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
                  isUsedUp && resets !== null
                    ? text('assets.practice.usedUp', { date: format.date(resets), time: format.time(resets) })
                    : text('assets.practice.left', bounds)
                }
              />
            </>
          )
        }
      </Loaded>
    </ActDialog>
  );
}
