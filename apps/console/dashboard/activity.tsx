import { type Activity, poolNames } from '@candor/api';
import { type Column, DataTable, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useConsole } from '../data/session.ts';
import { Section } from '../shell/section.tsx';
import { Chart } from './chart.tsx';

const REFRESH_MS = 30_000;

/** Users, trading, fees and queues, from what is stored: nothing of a single user. */
export function ActivityParts() {
  const { client } = useConsole();
  const { data } = useQuery({
    queryKey: ['dashboard', 'activity'],
    queryFn: () => client.call('getDashboardActivity'),
    refetchInterval: REFRESH_MS,
  });
  // the state of the house stands above; its screen says when nothing can be fetched
  if (data === undefined) return null;
  return (
    <>
      <Charts data={data} />
      <UserCounts data={data} />
      <Queues data={data} />
      <Pools data={data} />
    </>
  );
}

interface PartProps {
  readonly data: Activity;
}

function Charts({ data: { hours, samples } }: PartProps) {
  const format = useFormatters();
  const text = useText();
  const [hour, sample] = [hours.at(-1), samples.at(-1)];
  const ofHours = (pick: (row: Activity['hours'][number]) => number) =>
    hours.map((row) => ({ time: row.time, value: pick(row) }));
  const ofSamples = (pick: (row: Activity['samples'][number]) => number) =>
    samples.map((row) => ({ time: row.time, value: pick(row) }));
  return (
    <Section title={text('console.dashboard.day')}>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-3">
        <Chart
          kind="bars"
          title={text('console.dashboard.chart.registrations')}
          points={ofHours((row) => row.registrations)}
          shown={format.count(hour?.registrations ?? 0)}
        />
        <Chart
          kind="bars"
          title={text('console.dashboard.chart.logins')}
          points={ofHours((row) => row.logins)}
          shown={format.count(hour?.logins ?? 0)}
        />
        <Chart
          kind="bars"
          title={text('console.dashboard.chart.volume')}
          points={ofHours((row) => Number(row.volume))}
          shown={format.quantity(hour?.volume ?? '0')}
        />
        <Chart
          kind="line"
          title={text('console.dashboard.chart.fees')}
          points={ofSamples((row) => Number(row.fees))}
          shown={format.quantity(sample?.fees ?? '0')}
        />
        <Chart
          kind="line"
          title={text('console.dashboard.chart.safetyFund')}
          points={ofSamples((row) => Number(row.safetyFund))}
          shown={format.quantity(sample?.safetyFund ?? '0')}
        />
        <Chart
          kind="line"
          title={text('console.dashboard.chart.delay')}
          points={ofSamples((row) => row.loopDelayMs)}
          shown={format.count(sample?.loopDelayMs ?? 0)}
        />
      </div>
    </Section>
  );
}

function UserCounts({ data: { users } }: PartProps) {
  const format = useFormatters();
  const text = useText();
  return (
    <Section title={text('console.dashboard.users')}>
      <DetailList ruled className="max-w-140">
        <Detail label={text('console.dashboard.users.total')}>{format.count(users.total)}</Detail>
        <Detail label={text('console.dashboard.users.registered')}>{format.count(users.registered)}</Detail>
        <Detail label={text('console.dashboard.users.active')}>{format.count(users.active)}</Detail>
        <Detail label={text('console.dashboard.users.frozen')}>{format.count(users.frozen)}</Detail>
      </DetailList>
    </Section>
  );
}

type PoolRow = Readonly<Record<string, string>> & { readonly coin: string };

/** Shows the holdings of each pool, one row a coin. */
function Pools({ data: { pools } }: PartProps) {
  const format = useFormatters();
  const text = useText();
  const rows = new Map<string, PoolRow>();
  for (const { name, coin, amount } of pools) rows.set(coin, { ...rows.get(coin), coin, [name]: amount });
  return (
    <Section title={text('console.dashboard.pools')}>
      <DataTable<PoolRow>
        label={text('console.dashboard.pools')}
        rows={[...rows.values()]}
        rowKey={({ coin }) => coin}
        emptyTitle={text('console.dashboard.ledger.none')}
        columns={[
          { head: 'console.dashboard.ledger.coin', card: 'title', cell: ({ coin }) => coin },
          ...poolNames.map(
            (name): Column<PoolRow> => ({
              head: `console.dashboard.pool.${name}`,
              kind: 'figure',
              cell: (row) => (row[name] === undefined ? '–' : format.quantity(row[name])),
            }),
          ),
        ]}
      />
    </Section>
  );
}

function Queues({ data: { queues } }: PartProps) {
  const format = useFormatters();
  const text = useText();
  return (
    <Section title={text('console.dashboard.queues')}>
      <DataTable<Activity['queues'][number]>
        label={text('console.dashboard.queues')}
        rows={queues}
        rowKey={({ name }) => name}
        emptyTitle={text('console.dashboard.queues.none')}
        columns={[
          {
            head: 'console.dashboard.queues.name',
            card: 'title',
            cell: ({ name }) => text(`console.dashboard.wait.${name}`),
          },
          { head: 'console.shell.waiting', kind: 'figure', cell: ({ waiting }) => format.count(waiting) },
          {
            head: 'console.dashboard.queues.late',
            kind: 'figure',
            cell: ({ late }) => <span className={late > 0 ? 'text-warn' : ''}>{format.count(late)}</span>,
          },
          {
            head: 'console.dashboard.queues.oldest',
            kind: 'time',
            cell: ({ oldestTime }) => (oldestTime === null ? '–' : format.dateTime(oldestTime)),
          },
        ]}
      />
    </Section>
  );
}
