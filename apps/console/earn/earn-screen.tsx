import { Badge, type Column, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { RowAct } from '../shell/row-act.tsx';
import { TableSection } from '../shell/table-section.tsx';
import type { EarnData, EarnDesk, EarnOffer, EarnPool } from './desk-calls.ts';
import { type EarnAct, EarnDialog } from './dialogs.tsx';
import { percentOf, usePercent } from './percent.ts';
import { PoolsSection } from './pools-section.tsx';

const REFRESH_MS = 5_000;

/** The desk of a product with offers of a fixed rate: the pools that pay, and the offers that orders begin by. */
export function EarnScreen({ desk }: { readonly desk: EarnDesk }) {
  const { client } = useConsole();
  const [act, setAct] = useState<EarnAct | null>(null);
  const query = useQuery({
    queryKey: [desk.id],
    queryFn: () => desk.read(client),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle={`console.${desk.id}.failed`}>
      {(data) => (
        <>
          <Offers desk={desk} data={data} onAct={setAct} />
          <Pools data={data} onAct={setAct} />
          {act !== null && <EarnDialog act={act} desk={desk} data={data} onClose={() => setAct(null)} />}
        </>
      )}
    </LiveScreen>
  );
}

interface PartProps {
  readonly data: EarnData;
  readonly onAct: (act: EarnAct) => void;
}

function Pools({ data, onAct }: PartProps) {
  const text = useText();
  const format = useFormatters();
  const acts = [
    ['fund', 'console.earn.fund'],
    ['offer', 'console.earn.add'],
  ] as const;
  return (
    <PoolsSection<EarnPool>
      title={text('console.earn.pools')}
      pools={data.pools}
      amountsOf={({ free, reserved, principal }) => [free, reserved, principal]}
      rowKey={({ assetId }) => assetId}
      emptyTitle={text('console.earn.noPools')}
      columns={[
        { head: 'console.swap.coin', card: 'title', cell: ({ coin }) => coin },
        { head: 'console.earn.free', kind: 'figure', cell: ({ free }) => format.quantity(free) },
        {
          head: 'console.earn.reserved',
          kind: 'figure',
          cell: ({ reserved }) => format.quantity(reserved),
        },
        {
          head: 'console.earn.principal',
          kind: 'figure',
          cell: ({ principal }) => format.quantity(principal),
        },
        {
          head: 'console.earn.orders',
          kind: 'figure',
          quiet: true,
          cell: ({ orders }) => format.quantity(String(orders)),
        },
        {
          head: 'console.shell.actions',
          kind: 'actions',
          cell: (pool) =>
            acts.map(([kind, label]) => (
              <RowAct key={kind} of={pool.coin} label={text(label)} onClick={() => onAct({ kind, pool })} />
            )),
        },
      ]}
    />
  );
}

function Offers({ desk, data, onAct }: PartProps & { readonly desk: EarnDesk }) {
  const text = useText();
  const format = useFormatters();
  const percent = usePercent();
  const zones: readonly Column<EarnOffer>[] = [
    { head: 'console.finance.zone', cell: ({ zone }) => zone && text(`console.finance.zone.${zone}`) },
    {
      head: 'console.finance.lockDays',
      kind: 'figure',
      cell: ({ lockDays = 0 }) => format.quantity(String(lockDays)),
    },
    {
      head: 'console.finance.times',
      kind: 'figure',
      quiet: true,
      cell: ({ maxParticipations = 0 }) => format.quantity(String(maxParticipations)),
    },
  ];
  return (
    <TableSection<EarnOffer>
      title={text('console.earn.offers')}
      note={text('console.earn.note')}
      rows={data.offers}
      rowKey={({ offerId }) => offerId}
      emptyTitle={text('console.earn.noOffers')}
      columns={[
        {
          head: 'console.earn.offer',
          card: 'title',
          cell: ({ coin, offerId, name }) =>
            name === undefined ? `${coin} · ${offerId}` : `${name} · ${coin} · ${offerId}`,
        },
        ...(desk.hasZones ? zones : []),
        {
          head: 'console.shell.state',
          card: 'corner',
          cell: ({ state }) => (
            <Badge tone={state === 'open' ? 'neutral' : 'warn'}>{text(`console.earn.state.${state}`)}</Badge>
          ),
        },
        {
          head: 'console.earn.daily',
          kind: 'figure',
          cell: ({ dailyRate }) => percent(percentOf(dailyRate)),
        },
        {
          head: 'console.earn.days',
          kind: 'figure',
          cell: ({ cycleDays }) => format.quantity(String(cycleDays)),
        },
        {
          head: 'console.earn.exit',
          kind: 'figure',
          quiet: true,
          cell: ({ exitShare }) => percent(percentOf(exitShare)),
        },
        {
          head: 'console.earn.bounds',
          kind: 'figure',
          wraps: desk.hasZones,
          cell: ({ minAmount, maxAmount }) => `${format.quantity(minAmount)}–${format.quantity(maxAmount)}`,
        },
        {
          head: 'console.earn.remaining',
          kind: 'figure',
          wraps: desk.hasZones,
          cell: ({ remaining, capacity }) => `${format.quantity(remaining)} / ${format.quantity(capacity)}`,
        },
        {
          head: 'console.shell.actions',
          kind: 'actions',
          cell: (offer) => (
            <RowAct
              of={`${offer.coin} · ${offer.offerId}`}
              label={text('console.earn.close')}
              disabled={offer.state === 'closed'}
              onClick={() => onAct({ kind: 'close', offer })}
            />
          ),
        },
      ]}
    />
  );
}
