import type { CallData, Calls } from '@candor/api';
import { formatDecimal } from '@candor/money';
import { ActMessage, Button, Detail, DetailList, toasts, useAct, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useMasked } from '../common/eye.tsx';
import { type Income, incomeOf } from '../common/mining-income.ts';
import { useKnownNow } from '../common/use-now.ts';
import { useClient } from '../data/index.ts';
import { GearSteps } from './gear-steps.tsx';
import { GearsChange, type MiningOverview } from './gears-table.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { accruedAt, nextGear } from './mining-figures.ts';
import { useMiningChanged } from './use-mining.ts';
import { useMiningWords } from './use-words.ts';
import type { MiningAccount } from './wallet-steps.tsx';

export interface NodeProps {
  readonly overview: MiningOverview;
  readonly account: MiningAccount;
}

/** Words about how income goes on: by the day, or until the pool ends where it lasts no day. */
function Course({ income, coin }: { readonly income: Income | null; readonly coin: string }) {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const amount = (figure: string) => masked(format.quantity(figure));
  if (income === null) return <p className="text-13 text-ink-2">{text('defi.accrued.none')}</p>;
  const { perDay, untilEnd } = income;
  return (
    <p className="text-13 text-ink-2">
      {perDay !== null
        ? text('defi.accrued.day', { amount: amount(perDay), coin })
        : text('defi.accrued.left', {
            amount: amount(untilEnd?.amount ?? '0'),
            coin,
            time: format.dateTime(untilEnd?.endsTime ?? null),
          })}
    </p>
  );
}

/** Income that is accrued, counted up second by second, and the button that claims it. */
function Accrued({ overview, account }: NodeProps) {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const client = useClient();
  const onSettled = useMiningChanged();
  const now = useKnownNow() ?? account.time;
  const { scale } = account;
  const coin = account.coin ?? '';
  const accrued = accruedAt(account.accrual, now);
  const figure = formatDecimal(accrued, scale);
  const { isEmpty } = overview.pool;
  const income = incomeOf(account.held, account.held, overview);
  const act = useAct<CallData<Calls['claimMining']>>({
    mutationFn: (_, sending) => client.call('claimMining', {}, sending),
    onSuccess: () => void toasts.success(text('defi.claim.done')),
    onSettled,
  });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="text-13 text-ink-2">{text('defi.accrued')}</h2>
        <p
          className="figure text-28 font-semibold whitespace-normal! wrap-anywhere sm:text-44"
          data-testid="accrued"
        >
          {masked(format.quantity(figure, scale))} <span className="text-20 text-ink-2">{coin}</span>
        </p>
        {!isEmpty && <Course income={account.gear > 0 ? income : null} coin={coin} />}
      </div>
      {isEmpty && <p className="text-14 text-warn">{text('defi.pool.empty')}</p>}
      <div className="flex flex-col items-start gap-2">
        <Button size="large" loading={act.isPending} disabled={accrued === 0n} onClick={() => act.mutate()}>
          {text('defi.claim')}
        </Button>
        <ActMessage phase={act.phase} error={act.error} />
      </div>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('defi.output')}>
          {masked(format.quantity(account.output))} {coin}
        </Detail>
        <Detail label={text('defi.joined')}>{format.dateTime(account.joinedTime)}</Detail>
      </DetailList>
    </div>
  );
}

/** Locked coins, their gear and the next one, and the buttons that lock and unlock. */
function Held({ overview, account }: NodeProps) {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const { rate, gear: nameOf } = useMiningWords();
  const [dialog, setDialog] = useState<'lock' | 'unlock' | null>(null);
  const coin = account.coin ?? '';
  const next = nextGear(overview.gears, account.held, overview.scale);
  const gear = overview.gears.find((each) => each.gear === account.gear);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h2 className="text-13 text-ink-2">{text('defi.held')}</h2>
          <p className="figure text-20 font-semibold">
            {masked(format.quantity(account.held))} {coin}
          </p>
          <p className="text-13 text-ink-2">
            {gear === undefined ? nameOf(0) : `${nameOf(gear.gear)} · ${rate(gear.dailyPpm)}`}
          </p>
        </div>
        <div className="flex gap-3">
          <Button variant="quiet" disabled={!/[1-9]/.test(account.held)} onClick={() => setDialog('unlock')}>
            {text('defi.unlock')}
          </Button>
          <Button disabled={overview.state === 'closed'} onClick={() => setDialog('lock')}>
            {text('defi.lock')}
          </Button>
        </div>
      </div>
      <GearSteps gears={overview.gears} reached={account.gear} />
      <p className="text-13 text-ink-2">
        {next === null
          ? text('defi.calc.highest')
          : text('defi.calc.missing', {
              amount: masked(format.quantity(next.missing)),
              coin,
              gear: nameOf(next.gear.gear),
              rate: rate(next.gear.dailyPpm),
            })}
      </p>
      {dialog !== null && (
        <HoldDialog act={dialog} overview={overview} account={account} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}

/** The user's node: its income and what it holds. */
export function NodePanel({ overview, account }: NodeProps) {
  return (
    <div className="flex flex-col gap-8">
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <Accrued overview={overview} account={account} />
        <Held overview={overview} account={account} />
      </div>
      <GearsChange overview={overview} />
    </div>
  );
}
