import type { OperatorCustody } from '@candor/api';
import {
  Badge,
  type BadgeTone,
  Button,
  EmptyState,
  networkNameOf,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { RowAct } from '../shell/row-act.tsx';
import { Section } from '../shell/section.tsx';
import type { TableSearch } from '../shell/table-search.ts';
import { TableSection } from '../shell/table-section.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { CUSTODY_KEY, ReleaseDialog, ResumptionDialog, ReversalDialog, type TakenBack } from './dialogs.tsx';
import { HaltedRows } from './halted-rows.tsx';
import { LostDeposits } from './lost-deposits.tsx';
import { Nodes } from './nodes.tsx';
import { Movements, Reports } from './record-tables.tsx';
import type { Resumable } from './resumption-words.ts';
import { custodySearch, custodyTabs } from './search.ts';
import { StoppedWallets } from './stopped-wallets.tsx';

const REFRESH_MS = 5_000;

type Coin = OperatorCustody['coins'][number];

const TONES: Readonly<Record<Coin['state'], BadgeTone>> = {
  agrees: 'up',
  surplus: 'accent',
  short: 'warn',
  unchecked: 'neutral',
};

const CHAIN = ['hot', 'gas', 'cold', 'deposits'] as const;
const FLIGHT = ['incoming', 'outgoing', 'unbooked', 'found'] as const;
const LEDGER = ['booked', 'shortage', 'suspense', 'houseFloat', 'networkCosts', 'depositLosses'] as const;
type Figure = (typeof CHAIN)[number] | (typeof FLIGHT)[number] | (typeof LEDGER)[number];

/** Custody: what is there now, and the lists of what was moved and compared. */
export function CustodyScreen() {
  const text = useText();
  const [search, show] = useDeskSearch(custodySearch);
  const { tab = 'overview', ...list } = search;
  const onShow = (next: TableSearch) => show({ ...next, tab });
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => show(next === 'overview' ? {} : { tab: next })}
      className="flex flex-col gap-6"
    >
      <TabList label={text('console.shell.screen.custody')}>
        {custodyTabs.map((each) => (
          <Tab key={each} value={each}>
            {text(`console.custody.${each}`)}
          </Tab>
        ))}
      </TabList>
      <TabPanel value="overview">
        <Overview />
      </TabPanel>
      <TabPanel value="movements">
        <Movements search={list} onShow={onShow} />
      </TabPanel>
      <TabPanel value="reports">
        <Reports search={list} onShow={onShow} />
      </TabPanel>
    </Tabs>
  );
}

/** Compares the chains with the ledger by kind of address, and lists the work that waits for an operator. */
function Overview() {
  const { client } = useConsole();
  const text = useText();
  const [reversed, setReversed] = useState<TakenBack | null>(null);
  const [resumed, setResumed] = useState<Resumable | null>(null);
  const [released, setReleased] = useState<Coin | null>(null);
  const query = useQuery({
    queryKey: CUSTODY_KEY,
    queryFn: () => client.call('getCustody'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.custody.failed">
      {(data) => (
        <>
          <Alarms data={data} />
          <StoppedWallets rows={data.stopped} onResume={(wallet) => setResumed({ wallet })} />
          <HaltedRows rows={data.halted} onResume={(row) => setResumed({ row })} />
          <TakenBackDeposits rows={data.takenBack} onReverse={setReversed} />
          {data.coins.length === 0 && (
            <EmptyState title={text('console.custody.unset')} text={text('console.custody.unset.text')} />
          )}
          {data.coins.map((coin) => (
            <CoinBooks key={`${coin.network} ${coin.coin}`} coin={coin} onRelease={() => setReleased(coin)} />
          ))}
          <LostDeposits />
          <Nodes rows={data.nodes} />
          {reversed !== null && <ReversalDialog deposit={reversed} onClose={() => setReversed(null)} />}
          {resumed !== null && <ResumptionDialog of={resumed} onClose={() => setResumed(null)} />}
          {released !== null && <ReleaseDialog coin={released} onClose={() => setReleased(null)} />}
        </>
      )}
    </LiveScreen>
  );
}

/** Shows the alarms, and nothing where all is well. */
function Alarms({ data }: { readonly data: OperatorCustody }) {
  const text = useText();
  const format = useFormatters();
  const lines = data.coins.flatMap((coin) => [
    ...(coin.delisted !== null
      ? [
          text('console.custody.alarm.delisted', {
            coin: coin.coin,
            network: networkNameOf(text, coin.network),
          }),
        ]
      : []),
    ...(coin.state === 'short'
      ? [text('console.custody.alarm.short', { amount: format.quantity(coin.shortage), coin: coin.coin })]
      : []),
    ...(coin.state !== 'unchecked' && coin.hotState !== 'within'
      ? [
          text(`console.custody.alarm.${coin.hotState}`, {
            amount: format.quantity(coin.hot),
            limit: format.quantity(coin.hotState === 'low' ? coin.hotLeast : coin.hotMost),
            coin: coin.coin,
          }),
        ]
      : []),
  ]);
  const networks = new Map<string, number>();
  for (const { network, state } of data.nodes)
    if (state !== 'agrees') networks.set(network, (networks.get(network) ?? 0) + 1);
  for (const [code, count] of networks)
    lines.push(text('console.custody.alarm.nodes', { count, network: networkNameOf(text, code) }));
  for (const { network, cause } of data.stopped)
    lines.unshift(text(`console.custody.alarm.${cause}`, { network: networkNameOf(text, network) }));
  for (const { network: code, kind, figure } of data.alarms) {
    const network = networkNameOf(text, code);
    lines.unshift(
      kind === 'gap'
        ? text('console.custody.alarm.gap', { nonce: `${figure}`, network })
        : text(`console.custody.alarm.${kind}`, { count: figure, network }),
    );
  }
  if (data.takenBack.length > 0)
    lines.unshift(text('console.custody.alarm.takenBack', { count: data.takenBack.length }));
  if (lines.length === 0) return null;
  return (
    <div role="alert">
      <ul className="flex flex-col gap-1 text-14 text-warn">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function TakenBackDeposits({
  rows,
  onReverse,
}: {
  readonly rows: readonly TakenBack[];
  readonly onReverse: (deposit: TakenBack) => void;
}) {
  const text = useText();
  const format = useFormatters();
  if (rows.length === 0) return null;
  return (
    <TableSection<TakenBack>
      title={text('console.custody.takenBack')}
      rows={rows}
      rowKey={({ id }) => id}
      emptyTitle={text('console.custody.none')}
      columns={[
        { head: 'console.custody.user', card: 'title', kind: 'figure', cell: ({ userId }) => userId },
        {
          head: 'console.custody.amount',
          kind: 'figure',
          cell: ({ amount, coin }) => `${format.quantity(amount)} ${coin}`,
        },
        {
          head: 'console.custody.transaction',
          wraps: true,
          card: 'line',
          cell: ({ transaction }) => (
            <code className="inline-block text-12 break-all text-balance">{transaction}</code>
          ),
        },
        { head: 'console.shell.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        {
          head: 'console.shell.actions',
          kind: 'actions',
          cell: (row) => (
            <RowAct of={row.id} label={text('console.custody.reverse')} onClick={() => onReverse(row)} />
          ),
        },
      ]}
    />
  );
}

/** One coin: the sum of the chain's side on the left, the ledger's on the right. */
function CoinBooks({ coin, onRelease }: { readonly coin: Coin; readonly onRelease: () => void }) {
  const text = useText();
  const format = useFormatters();
  const figures = (names: readonly Figure[]) => (
    <dl className="grid min-w-0 flex-1 basis-64 grid-cols-[1fr_auto] gap-x-4 gap-y-1 self-start text-13">
      {names.map((name) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{text(`console.custody.${name}`)}</dt>
          <dd className="text-end tabular-nums">{format.quantity(coin[name])}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <Section title={`${coin.coin} · ${networkNameOf(text, coin.network)}`}>
      <p className="flex flex-wrap items-center gap-3 text-13 text-ink-2">
        <Badge tone={TONES[coin.state]}>{text(`console.custody.state.${coin.state}`)}</Badge>
        {coin.time !== null && coin.block !== null && (
          <span>
            {text('console.custody.checked', { block: coin.block, time: format.dateTime(coin.time) })}
          </span>
        )}
        {coin.hotShare !== null && (
          <span>
            {text('console.custody.hotShare', {
              share: format.percent(coin.hotShare, 2),
              least: format.quantity(coin.hotLeast),
              most: format.quantity(coin.hotMost),
            })}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-x-10 gap-y-4">
        {figures(CHAIN)}
        {figures(FLIGHT)}
        {figures(LEDGER)}
      </div>
      {Number(coin.suspense) > 0 && (
        <Button variant="quiet" className="self-start" onClick={onRelease}>
          {text('console.custody.release')}
        </Button>
      )}
    </Section>
  );
}
