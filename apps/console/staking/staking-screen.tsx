import type { OperatorStaking } from '@candor/api';
import { Badge, Button, DataTable, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { Section } from '../shell/section.tsx';
import {
  STAKING_KEY,
  type StakingAct,
  StakingDialog,
  type StakingOffer,
  type StakingPool,
} from './dialogs.tsx';
import { percentOf } from './percent.ts';

const REFRESH_MS = 5_000;
const RATE_DIGITS = 4;

/** Staking: the pools that pay, and the offers that orders begin by. */
export function StakingScreen() {
  const { client } = useConsole();
  const [act, setAct] = useState<StakingAct | null>(null);
  const query = useQuery({
    queryKey: STAKING_KEY,
    queryFn: () => client.call('getOperatorStaking'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.staking.failed">
      {(data) => (
        <>
          <Pools data={data} onAct={setAct} />
          <Offers data={data} onAct={setAct} />
          {act !== null && <StakingDialog act={act} data={data} onClose={() => setAct(null)} />}
        </>
      )}
    </LiveScreen>
  );
}

interface PartProps {
  readonly data: OperatorStaking;
  readonly onAct: (act: StakingAct) => void;
}

function Pools({ data, onAct }: PartProps) {
  const text = useText();
  const format = useFormatters();
  const acts = [
    ['fund', 'console.staking.fund'],
    ['offer', 'console.staking.add'],
  ] as const;
  return (
    <Section title={text('console.staking.pools')}>
      <DataTable<StakingPool>
        label={text('console.staking.pools')}
        density="roomy"
        rows={data.pools}
        rowKey={({ assetId }) => assetId}
        emptyTitle={text('console.staking.noPools')}
        columns={[
          { head: 'console.swap.coin', card: 'title', cell: ({ coin }) => coin },
          { head: 'console.staking.free', kind: 'figure', cell: ({ free }) => format.quantity(free) },
          {
            head: 'console.staking.reserved',
            kind: 'figure',
            cell: ({ reserved }) => format.quantity(reserved),
          },
          { head: 'console.staking.staked', kind: 'figure', cell: ({ staked }) => format.quantity(staked) },
          {
            head: 'console.staking.orders',
            kind: 'figure',
            quiet: true,
            cell: ({ orders }) => format.quantity(String(orders)),
          },
          {
            head: 'console.shell.actions',
            kind: 'actions',
            cell: (pool) =>
              acts.map(([kind, label]) => (
                <Button
                  key={kind}
                  variant="plain"
                  size="small"
                  aria-label={`${pool.coin}: ${text(label)}`}
                  onClick={() => onAct({ kind, pool })}
                >
                  {text(label)}
                </Button>
              )),
          },
        ]}
      />
    </Section>
  );
}

function Offers({ data, onAct }: PartProps) {
  const text = useText();
  const format = useFormatters();
  return (
    <Section title={text('console.staking.offers')}>
      <p className="max-w-180 text-13 text-ink-3">{text('console.staking.note')}</p>
      <DataTable<StakingOffer>
        label={text('console.staking.offers')}
        density="roomy"
        rows={data.offers}
        rowKey={({ offerId }) => offerId}
        emptyTitle={text('console.staking.noOffers')}
        columns={[
          {
            head: 'console.staking.offer',
            card: 'title',
            cell: ({ coin, offerId }) => `${coin} · ${offerId}`,
          },
          {
            head: 'console.shell.state',
            card: 'corner',
            cell: ({ state }) => (
              <Badge tone={state === 'open' ? 'neutral' : 'warn'}>
                {text(`console.staking.state.${state}`)}
              </Badge>
            ),
          },
          {
            head: 'console.staking.daily',
            kind: 'figure',
            cell: ({ dailyRate }) => format.percent(percentOf(dailyRate), RATE_DIGITS),
          },
          {
            head: 'console.staking.days',
            kind: 'figure',
            cell: ({ cycleDays }) => format.quantity(String(cycleDays)),
          },
          {
            head: 'console.staking.exit',
            kind: 'figure',
            quiet: true,
            cell: ({ exitShare }) => format.percent(percentOf(exitShare), RATE_DIGITS),
          },
          {
            head: 'console.staking.bounds',
            kind: 'figure',
            cell: ({ minAmount, maxAmount }) => `${format.quantity(minAmount)}–${format.quantity(maxAmount)}`,
          },
          {
            head: 'console.staking.remaining',
            kind: 'figure',
            cell: ({ remaining, capacity }) => `${format.quantity(remaining)} / ${format.quantity(capacity)}`,
          },
          {
            head: 'console.shell.actions',
            kind: 'actions',
            cell: (offer) => (
              <Button
                variant="plain"
                size="small"
                aria-label={`${offer.coin} · ${offer.offerId}: ${text('console.staking.close')}`}
                disabled={offer.state === 'closed'}
                onClick={() => onAct({ kind: 'close', offer })}
              >
                {text('console.staking.close')}
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}
