import type { PromotedUser, PromotionDay } from '@candor/api';
import { DataTable, useFormatters, useRecords, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { queryKeys, useClient } from '../../data/index.ts';
import { DaysFilter } from '../../records/days-filter.tsx';
import { useEmptyWords, useRecordFilter } from '../../records/record-filter.tsx';
import { Section } from '../section.tsx';
import { useCoins } from './coins.ts';
import { Rebates } from './rebates.tsx';
import { useShareName } from './share-name.ts';

function TeamTable() {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const coins = useCoins();
  const { times } = useRecordFilter();
  const { rows, query } = useRecords<PromotedUser>({
    queryKey: [...queryKeys.promotion, 'users', times],
    load: (cursor) =>
      client.call('getPromotedUsers', { query: { ...times, ...(cursor === null ? {} : { cursor }) } }),
  });
  const empty = useEmptyWords(text('rewards.users.none'), text('rewards.users.noneText'));
  return (
    <DataTable<PromotedUser>
      label={text('rewards.users')}
      density="roomy"
      rows={rows}
      rowKey={({ account, registerTime }) => `${account} ${registerTime}`}
      query={query}
      {...empty}
      columns={[
        { head: 'rewards.account', card: 'title', cell: ({ account }) => account },
        {
          head: 'rewards.generation.head',
          cell: ({ generation }) => text('rewards.generation', { generation }),
        },
        {
          head: 'rewards.registered',
          kind: 'time',
          quiet: true,
          cell: ({ registerTime }) => format.dateTime(registerTime),
        },
        {
          head: 'rewards.fees',
          kind: 'figure',
          wraps: true,
          cell: ({ totalInvested }) => coins(totalInvested),
        },
        { head: 'rewards.earned', kind: 'figure', wraps: true, cell: ({ rebate }) => coins(rebate) },
      ]}
    />
  );
}

function DaysTable() {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const { times } = useRecordFilter();
  const shareName = useShareName();
  const { rows, query } = useRecords<PromotionDay>({
    queryKey: [...queryKeys.promotion, 'days', times],
    load: (cursor) =>
      client.call('getPromotionDays', { query: { ...times, ...(cursor === null ? {} : { cursor }) } }),
  });
  return (
    <DataTable<PromotionDay>
      label={text('rewards.days')}
      rows={rows}
      rowKey={({ day, generation, coin }) => `${day} ${generation} ${coin}`}
      query={query}
      {...useEmptyWords(text('rewards.days.none'))}
      columns={[
        { head: 'rewards.day', card: 'title', cell: ({ day }) => format.day(day) },
        {
          head: 'rewards.generation.head',
          cell: ({ generation }) => shareName(generation),
        },
        {
          head: 'rewards.earned',
          kind: 'figure',
          cell: ({ coin, amount }) => `${format.quantity(amount)} ${coin}`,
        },
      ]}
    />
  );
}

/** The people of three generations, and what they brought by day. The address keeps the days. */
export function Team({ children }: { readonly children?: ReactNode }) {
  const text = useText();
  return (
    <DaysFilter>
      {(fields) => (
        <>
          {fields}
          {children}
          <Section wide title={text('rewards.users')} text={text('rewards.users.text')}>
            <TeamTable />
          </Section>
          <Section wide title={text('rewards.days')}>
            <DaysTable />
          </Section>
          <Rebates />
        </>
      )}
    </DaysFilter>
  );
}
