import type { AgentDay, Promotion, TeamMember } from '@candor/api';
import {
  Badge,
  Button,
  DataTable,
  Detail,
  DetailList,
  DownloadCsv,
  useFormatters,
  useRecords,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { csvFields } from '../../common/csv-fields.ts';
import { CSV_PAGE_SIZE, queryKeys, useClient } from '../../data/index.ts';
import { useEmptyWords, useRecordFilter } from '../../records/record-filter.tsx';
import { Section } from '../section.tsx';
import { useCoins } from './coins.ts';
import { csvDay } from './csv-day.ts';
import { useShare } from './share.ts';
import { teamColumns, teamFile } from './team-file.ts';

const PAGE_SIZE = 20;
const dayColumns = [csvDay<AgentDay>(), ...csvFields<AgentDay>([], ['coin', 'payers', 'fees', 'commission'])];

function Share({ agent, cap }: { readonly agent: NonNullable<Promotion['agent']>; readonly cap: string }) {
  const text = useText();
  const format = useFormatters();
  const share = useShare();
  const coins = useCoins();
  const { sharePercent, next, today, revenue } = agent;
  return (
    <Section wide title={text('rewards.agent.share')} text={text('rewards.agent.text', { cap: share(cap) })}>
      <DetailList ruled className="border-y">
        <Detail label={text('rewards.share')}>{share(sharePercent)}</Detail>
        {next !== null && (
          <Detail label={text('rewards.agent.next')}>
            {`${share(next.sharePercent)} · ${format.dateTime(next.effectiveTime)}`}
          </Detail>
        )}
        <Detail label={text('rewards.today')}>{coins(today)}</Detail>
        <Detail label={text('rewards.revenue')}>{coins(revenue)}</Detail>
      </DetailList>
    </Section>
  );
}

function useLoadDays(pageSize: number) {
  const client = useClient();
  const { times } = useRecordFilter();
  return (cursor: string | null) =>
    client.call('getAgentDays', {
      query: { pageSize: String(pageSize), ...times, ...(cursor === null ? {} : { cursor }) },
    });
}

function Days() {
  const text = useText();
  const format = useFormatters();
  const coins = useCoins();
  const { times } = useRecordFilter();
  const { rows, query } = useRecords<AgentDay>({
    queryKey: [...queryKeys.promotion, 'agentDays', times],
    load: useLoadDays(PAGE_SIZE),
  });
  return (
    <Section wide title={text('rewards.agent.days')}>
      <div className="flex justify-end">
        <DownloadCsv name="agent-days" columns={dayColumns} load={useLoadDays(CSV_PAGE_SIZE)} />
      </div>
      <DataTable<AgentDay>
        label={text('rewards.agent.days')}
        rows={rows}
        rowKey={({ day, coin }) => `${day} ${coin}`}
        query={query}
        {...useEmptyWords(text('rewards.days.none'))}
        columns={[
          { head: 'rewards.day', card: 'title', cell: ({ day }) => format.day(day) },
          {
            head: 'rewards.agent.payers',
            kind: 'figure',
            cell: ({ payers }) => format.count(payers),
          },
          {
            head: 'rewards.fees',
            kind: 'figure',
            cell: ({ coin, fees }) => coins([{ coin, amount: fees }]),
          },
          {
            head: 'rewards.earned',
            kind: 'figure',
            card: 'corner',
            cell: ({ coin, commission }) => coins([{ coin, amount: commission }]),
          },
        ]}
      />
    </Section>
  );
}

type Step = Pick<TeamMember, 'member' | 'account'>;

/** The whole team as a file, at any depth. */
function TeamFile() {
  const client = useClient();
  const load = teamFile((member, cursor) =>
    client.call('getTeamMembers', {
      query: {
        pageSize: String(CSV_PAGE_SIZE),
        ...(member === null ? {} : { member: String(member) }),
        ...(cursor === null ? {} : { cursor }),
      },
    }),
  );
  return (
    <div className="flex justify-end">
      <DownloadCsv name="team" columns={teamColumns} load={load} />
    </div>
  );
}

function Tree() {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const coins = useCoins();
  const [way, setWay] = useState<readonly Step[]>([]);
  const member = way.at(-1)?.member;
  const { rows, query } = useRecords<TeamMember>({
    queryKey: [...queryKeys.promotion, 'team', member ?? 0],
    load: (cursor) =>
      client.call('getTeamMembers', {
        query: {
          ...(member === undefined ? {} : { member: String(member) }),
          ...(cursor === null ? {} : { cursor }),
        },
      }),
  });
  return (
    <Section wide title={text('rewards.agent.team')} text={text('rewards.agent.team.text')}>
      <TeamFile />
      {way.length > 0 && (
        <nav aria-label={text('rewards.agent.team')} className="flex flex-wrap items-center gap-2">
          <Button variant="plain" size="small" onClick={() => setWay([])}>
            {text('rewards.agent.team')}
          </Button>
          {way.map((step, at) => (
            <Button
              key={step.member}
              variant="plain"
              size="small"
              aria-current={at === way.length - 1 ? 'page' : undefined}
              onClick={() => setWay(way.slice(0, at + 1))}
            >
              {`› ${step.account}`}
            </Button>
          ))}
        </nav>
      )}
      <DataTable<TeamMember>
        label={text('rewards.agent.team')}
        density="roomy"
        rows={rows}
        rowKey={({ member: each }) => each}
        query={query}
        {...useEmptyWords(text('rewards.users.none'))}
        columns={[
          {
            head: 'rewards.account',
            card: 'title',
            cell: ({ account, isAgent }) => (
              <span className="inline-flex items-center gap-2">
                {account}
                {isAgent && <Badge tone="neutral">{text('rewards.agent')}</Badge>}
              </span>
            ),
          },
          {
            head: 'rewards.registered',
            kind: 'time',
            quiet: true,
            cell: ({ registerTime }) => format.dateTime(registerTime),
          },
          { head: 'rewards.fees', kind: 'figure', wraps: true, cell: ({ fees }) => coins(fees) },
          {
            head: 'rewards.earned',
            kind: 'figure',
            wraps: true,
            cell: ({ commission }) => coins(commission),
          },
          {
            head: 'rewards.agent.invited',
            kind: 'end',
            cell: ({ member: each, account, invited, isAgent }) =>
              invited === 0 || isAgent ? (
                format.count(invited)
              ) : (
                <Button
                  variant="plain"
                  size="small"
                  aria-label={`${account}: ${text('rewards.agent.invited')} ${invited}`}
                  onClick={() => setWay([...way, { member: each, account }])}
                >
                  {`${format.count(invited)} ›`}
                </Button>
              ),
          },
        ]}
      />
    </Section>
  );
}

/** An agent's own share, team and days; nothing for who never was one, and no team while the share is nothing. */
export function Agent() {
  const client = useClient();
  const query = useQuery({
    queryKey: queryKeys.promotion,
    queryFn: () => client.call('getPromotion'),
  });
  const agent = query.data?.agent ?? null;
  if (agent === null || query.data === undefined) return null;
  return (
    <>
      <Share agent={agent} cap={query.data.capPercent} />
      <Days />
      {agent.sharePercent !== '0' && <Tree />}
    </>
  );
}
