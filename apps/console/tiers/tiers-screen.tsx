import { mayCall, type OperatorTiers, type TierTable } from '@candor/api';
import { Badge, Button, DataTable, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole, useOperator } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { TIERS_KEY, TiersDialog } from './tiers-dialog.tsx';

const REFRESH_MS = 10_000;

function Tables({ tiers: { tables, currentVersion } }: { readonly tiers: OperatorTiers }) {
  const text = useText();
  const format = useFormatters();
  const current = tables.find(({ version }) => version === currentVersion);
  const stateOf = ({ version, effectiveTime }: TierTable) => {
    if (version === currentVersion) return 'current';
    return current !== undefined && effectiveTime > current.effectiveTime ? 'announced' : 'ended';
  };
  return (
    <DataTable<TierTable>
      label={text('console.shell.screen.tiers')}
      density="roomy"
      rows={tables}
      rowKey={({ version }) => version}
      emptyTitle={text('console.tiers.failed')}
      columns={[
        { head: 'console.tiers.version', card: 'title', cell: ({ version }) => String(version) },
        {
          head: 'console.shell.state',
          card: 'corner',
          cell: (table) => (
            <Badge tone={stateOf(table) === 'current' ? 'accent' : 'neutral'}>
              {text(`console.tiers.state.${stateOf(table)}`)}
            </Badge>
          ),
        },
        {
          head: 'console.tiers.from',
          kind: 'time',
          cell: ({ effectiveTime }) => format.dateTime(effectiveTime),
        },
        {
          head: 'console.shell.screen.tiers',
          wraps: true,
          card: 'line',
          cell: ({ tiers }) => (
            <ul>
              {tiers.map(({ tier, minDeposit, dailyWithdrawal, isVip }) => (
                <li key={tier}>
                  {text(`console.tiers.tier.${tier}`)}: {format.quantity(minDeposit)} USD ·{' '}
                  {format.quantity(dailyWithdrawal)} USDT{isVip ? ' · VIP' : ''}
                </li>
              ))}
            </ul>
          ),
        },
        {
          head: 'console.tiers.vipVolume',
          kind: 'figure',
          cell: ({ vipVolume }) => format.quantity(vipVolume),
        },
        { head: 'console.tiers.reason', wraps: true, quiet: true, cell: ({ reason }) => reason },
      ]}
    />
  );
}

/** The published tables of account tiers, and the users of each tier. */
export function TiersScreen() {
  const { client } = useConsole();
  const operator = useOperator();
  const text = useText();
  const format = useFormatters();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: TIERS_KEY,
    queryFn: () => client.call('getOperatorTiers'),
    refetchInterval: REFRESH_MS,
  });
  const newest = query.data?.tables.toSorted((a, b) => b.version - a.version)[0];
  return (
    <LiveScreen query={query} failedTitle="console.tiers.failed">
      {(tiers) => (
        <>
          <p className="max-w-180 text-13 text-ink-3">{text('console.tiers.note')}</p>
          {operator !== null && mayCall(operator.role, 'changeAccountTiers') && (
            <Button className="self-start" onClick={() => setOpen(true)}>
              {text('console.tiers.change')}
            </Button>
          )}
          <Tables tiers={tiers} />
          <dl className="flex flex-wrap gap-x-8 gap-y-2 text-14">
            <dt className="basis-full text-13 text-ink-3">{text('console.tiers.users')}</dt>
            {tiers.users.map(({ tier, count }) => (
              <dd key={tier} className="figure">
                {text(`console.tiers.tier.${tier}`)}: {format.quantity(String(count))}
              </dd>
            ))}
          </dl>
          {isOpen && newest !== undefined && <TiersDialog table={newest} onClose={() => setOpen(false)} />}
        </>
      )}
    </LiveScreen>
  );
}
