import type { OperatorLoans } from '@candor/api';
import { Badge, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { loanCalls } from '../earn/desk-calls.ts';
import { CloseDialog } from '../earn/dialogs.tsx';
import { percentOf, usePercent } from '../earn/percent.ts';
import { FundDialog } from '../shell/fund-dialog.tsx';
import { LiveScreen } from '../shell/live-screen.tsx';
import { RowAct } from '../shell/row-act.tsx';
import { TableSection } from '../shell/table-section.tsx';
import { OfferDialog } from './offer-dialog.tsx';

const REFRESH_MS = 5_000;

type Pool = OperatorLoans['pools'][number];
type Offer = OperatorLoans['offers'][number];
/** The act that an operator is about to propose. */
type LoanAct =
  | { readonly kind: 'fund' | 'offer'; readonly pool: Pool }
  | { readonly kind: 'close'; readonly offer: Offer };

/** Power loans: the pool that lends, and the products that applications name. */
export function LoanScreen() {
  const { client } = useConsole();
  const text = useText();
  const [act, setAct] = useState<LoanAct | null>(null);
  const query = useQuery({
    queryKey: ['loan'],
    queryFn: () => client.call('getOperatorLoans'),
    refetchInterval: REFRESH_MS,
  });
  const onClose = () => setAct(null);
  return (
    <LiveScreen query={query} failedTitle="console.loan.failed">
      {(data) => (
        <>
          <Offers data={data} onAct={setAct} />
          <Pools data={data} onAct={setAct} />
          {act?.kind === 'fund' && (
            <FundDialog
              pool={act.pool}
              practice={data.practice}
              queryKey={['loan']}
              explain={text('console.loan.explainFund')}
              send={(assetId, body, sending) =>
                client.call('fundLoanPool', { params: { assetId }, body }, sending)
              }
              onClose={onClose}
            />
          )}
          {act?.kind === 'offer' && <OfferDialog pool={act.pool} now={data.now} onClose={onClose} />}
          {act?.kind === 'close' && (
            <CloseDialog desk={loanCalls} offer={act.offer} data={data} onClose={onClose} />
          )}
        </>
      )}
    </LiveScreen>
  );
}

interface PartProps {
  readonly data: OperatorLoans;
  readonly onAct: (act: LoanAct) => void;
}

function Pools({ data, onAct }: PartProps) {
  const text = useText();
  const format = useFormatters();
  const acts = [
    ['fund', 'console.loan.fund'],
    ['offer', 'console.loan.add'],
  ] as const;
  return (
    <TableSection<Pool>
      title={text('console.loan.pool')}
      rows={data.pools}
      rowKey={({ assetId }) => assetId}
      emptyTitle={text('console.loan.noPools')}
      columns={[
        { head: 'console.swap.coin', card: 'title', cell: ({ coin }) => coin },
        { head: 'console.loan.free', kind: 'figure', cell: ({ free }) => format.quantity(free) },
        { head: 'console.loan.owed', kind: 'figure', cell: ({ owed }) => format.quantity(owed) },
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

function Offers({ data, onAct }: PartProps) {
  const text = useText();
  const format = useFormatters();
  const percent = usePercent();
  const rate = (of: string) => percent(percentOf(of));
  return (
    <TableSection<Offer>
      title={text('console.loan.offers')}
      note={text('console.loan.note')}
      rows={data.offers}
      rowKey={({ offerId }) => offerId}
      emptyTitle={text('console.loan.noOffers')}
      columns={[
        { head: 'console.loan.offer', card: 'title', cell: ({ coin, offerId }) => `${coin} · ${offerId}` },
        {
          head: 'console.shell.state',
          card: 'corner',
          cell: ({ state }) => (
            <Badge tone={state === 'open' ? 'neutral' : 'warn'}>{text(`console.loan.state.${state}`)}</Badge>
          ),
        },
        {
          head: 'console.loan.method',
          cell: ({ repayType }) => text(`console.loan.method.${repayType}`),
        },
        {
          head: 'console.loan.every',
          cell: ({ cycle, cycleCount }) => text(`console.loan.every.${cycle}`, { count: cycleCount }),
        },
        {
          head: 'console.loan.instalments',
          kind: 'figure',
          cell: ({ instalments }) => format.quantity(String(instalments)),
        },
        { head: 'console.loan.daily', kind: 'figure', cell: ({ dailyRate }) => rate(dailyRate) },
        {
          head: 'console.loan.overdue',
          kind: 'figure',
          quiet: true,
          cell: ({ overdueRate, overdueCap }) => `${rate(overdueRate)} (≤ ${rate(overdueCap)})`,
        },
        {
          head: 'console.loan.bounds',
          kind: 'figure',
          cell: ({ minAmount, maxAmount }) => `${format.quantity(minAmount)}–${format.quantity(maxAmount)}`,
        },
        {
          head: 'console.shell.actions',
          kind: 'actions',
          cell: (offer) => (
            <RowAct
              of={`${offer.coin} · ${offer.offerId}`}
              label={text('console.loan.close')}
              disabled={offer.state === 'closed'}
              onClick={() => onAct({ kind: 'close', offer })}
            />
          ),
        },
      ]}
    />
  );
}
