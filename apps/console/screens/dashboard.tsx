import type { Dashboard } from '@candor/contract';
import {
  Badge,
  Cell,
  Detail,
  DetailList,
  HeadCell,
  Row,
  Table,
  TableBody,
  TableHead,
  useFormatters,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { LiveScreen } from './live-screen.tsx';

const REFRESH_MS = 2_000;

function Section({ titleId, children }: { readonly titleId: string; readonly children: ReactNode }) {
  const intl = useIntl();
  return (
    <section className="flex min-w-0 flex-col gap-3 border-t pt-4">
      <h2 className="text-16 font-semibold">{intl.formatMessage({ id: titleId })}</h2>
      {children}
    </section>
  );
}

function Health({ data }: { readonly data: Dashboard }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const problems = Object.entries(data.notReady);
  return (
    <Section titleId="console.dashboard.health">
      <DetailList ruled>
        <Detail label={text('console.dashboard.ready')} wraps>
          {problems.length === 0 ? (
            <Badge>{text('console.dashboard.yes')}</Badge>
          ) : (
            <Badge tone="warn">{problems.map(([part, why]) => `${part}: ${why}`).join(', ')}</Badge>
          )}
        </Detail>
        <Detail label={text('console.dashboard.mode')}>{`${data.mode} · ${data.feed}`}</Detail>
        <Detail label={text('console.dashboard.version')}>{data.version}</Detail>
        <Detail label={text('console.dashboard.time')}>{format.dateTime(data.time)}</Detail>
      </DetailList>
    </Section>
  );
}

function Journal({ data: { journal, history } }: { readonly data: Dashboard }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <Section titleId="console.dashboard.journal">
      <DetailList ruled>
        <Detail label={text('console.dashboard.state')} wraps>
          {journal.reason === null ? journal.state : `${journal.state}: ${journal.reason}`}
        </Detail>
        <Detail label={text('console.dashboard.committed')}>{journal.committedSeq}</Detail>
        <Detail label={text('console.dashboard.applied')}>{journal.appliedSeq}</Detail>
        <Detail label={text('console.dashboard.lag')}>{format.count(history.lag)}</Detail>
        <Detail label={text('console.dashboard.epoch')}>{journal.epoch}</Detail>
        <Detail label={text('console.dashboard.kernel')}>{journal.kernelVersion}</Detail>
        <Detail label={text('console.dashboard.head')} wraps>
          <code className="text-12 break-all">{journal.headHash}</code>
        </Detail>
      </DetailList>
    </Section>
  );
}

function Feed({ data: { feedStatus, queues } }: { readonly data: Dashboard }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <Section titleId="console.dashboard.feed">
      <DetailList ruled>
        <Detail label={text('console.dashboard.state')}>{feedStatus.phase}</Detail>
        <Detail label={text('console.dashboard.note')} wraps>
          {feedStatus.note}
        </Detail>
        <Detail label={text('console.dashboard.marketTime')}>{format.dateTime(feedStatus.marketTime)}</Detail>
        {feedStatus.venues.map((venue) => (
          <Detail key={venue.name} label={venue.name}>
            {text(venue.connected ? 'console.dashboard.connected' : 'console.dashboard.disconnected')}
          </Detail>
        ))}
        {queues.map((queue) => (
          <Detail
            key={queue.name}
            label={intl.formatMessage({ id: 'console.dashboard.queue' }, { name: queue.name })}
          >
            {format.count(queue.waiting)}
          </Detail>
        ))}
      </DetailList>
    </Section>
  );
}

const ledgerColumns = ['sum', 'custody', 'users', 'house', 'fees', 'safetyFund', 'products'] as const;

function Ledger({ data: { ledger } }: { readonly data: Dashboard }) {
  const intl = useIntl();
  const format = useFormatters();
  return (
    <Section titleId="console.dashboard.ledger">
      <Table label={intl.formatMessage({ id: 'console.dashboard.ledger' })}>
        <TableHead>
          <HeadCell>{intl.formatMessage({ id: 'console.ledger.coin' })}</HeadCell>
          {ledgerColumns.map((column) => (
            <HeadCell key={column} figure>
              {intl.formatMessage({ id: `console.ledger.${column}` })}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {ledger.map((row) => (
            <Row key={row.assetId}>
              <Cell>{row.coin}</Cell>
              {ledgerColumns.map((column) => (
                <Cell
                  key={column}
                  figure
                  className={column === 'sum' && /[1-9]/.test(row.sum) ? 'text-warn' : ''}
                >
                  {format.quantity(row[column])}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

function Index({ data: { index } }: { readonly data: Dashboard }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <Section titleId="console.dashboard.index">
      <Table label={text('console.dashboard.index')}>
        <TableHead>
          <HeadCell>{text('console.symbols.symbol')}</HeadCell>
          <HeadCell figure>{text('console.index.price')}</HeadCell>
          <HeadCell figure>{text('console.index.venues')}</HeadCell>
          <HeadCell figure>{text('console.index.tick')}</HeadCell>
          <HeadCell figure>{text('console.dashboard.time')}</HeadCell>
        </TableHead>
        <TableBody>
          {index.map((row) => (
            <Row key={row.symbol}>
              <Cell>{row.symbol}</Cell>
              <Cell figure className={row.price === null ? 'text-warn' : ''}>
                {row.price === null ? text('console.index.stale') : format.price(row.price)}
              </Cell>
              <Cell figure>{format.count(row.venuesUsed)}</Cell>
              <Cell figure>{row.tickNo}</Cell>
              <Cell figure>{format.time(row.time)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

function Processes({ data: { processes } }: { readonly data: Dashboard }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const figure = (value: number | null) => (value === null ? '–' : format.count(value));
  return (
    <Section titleId="console.dashboard.processes">
      <Table label={text('console.dashboard.processes')}>
        <TableHead>
          <HeadCell>{text('console.processes.name')}</HeadCell>
          <HeadCell>{text('console.processes.state')}</HeadCell>
          <HeadCell figure>{text('console.processes.busy')}</HeadCell>
          <HeadCell figure>{text('console.processes.delay')}</HeadCell>
          <HeadCell figure>{text('console.processes.memory')}</HeadCell>
          <HeadCell figure>{text('console.processes.restarts')}</HeadCell>
        </TableHead>
        <TableBody>
          {processes.map((row) => (
            <Row key={row.name}>
              <Cell>{row.name}</Cell>
              <Cell className={row.state === 'ready' ? '' : 'text-warn'}>
                {text(`console.processes.${row.state}`)}
              </Cell>
              <Cell figure>{figure(row.busyPercent)}</Cell>
              <Cell figure>{figure(row.loopDelayMs)}</Cell>
              <Cell figure>{figure(row.memoryMb)}</Cell>
              <Cell figure>{format.count(row.restarts)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

/** How the house stands, read anew every two seconds. */
export function DashboardScreen() {
  const { client } = useConsole();
  const query = useQuery({
    queryKey: ['dashboard'],
    queryFn: () => client.call('getDashboard'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.dashboard.failed">
      {(data) => (
        <>
          <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
            <Health data={data} />
            <Journal data={data} />
            <Feed data={data} />
          </div>
          <Processes data={data} />
          <Ledger data={data} />
          <Index data={data} />
        </>
      )}
    </LiveScreen>
  );
}
