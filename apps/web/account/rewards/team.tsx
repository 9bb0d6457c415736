import type { PromotedUser, PromotionDay } from '@candor/api';
import { DataTable, DownloadCsv, useFormatters, useRecords, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { csvFields } from '../../common/csv-fields.ts';
import { CSV_PAGE_SIZE, queryKeys, useClient } from '../../data/index.ts';
import { DaysFilter } from '../../records/days-filter.tsx';
import { useEmptyWords, useRecordFilter } from '../../records/record-filter.tsx';
import { Section } from '../section.tsx';
import { useCoins } from './coins.ts';
import { csvDay } from './csv-day.ts';
import { peopleColumns, peopleRows } from './people-file.ts';
import { Rebates } from './rebates.tsx';
import { useShareName } from './share-name.ts';

const PAGE_SIZE = 20;
const dayColumns = [csvDay<PromotionDay>(), ...csvFields<PromotionDay>([], ['generation', 'coin', 'amount'])];

/** Returns a function that fetches the people at a cursor, of the days that are chosen. */
function useLoadPeople(pageSize: number) {
  const client = useClient();
  const { times } = useRecordFilter();
  return (cursor: string | null) =>
    client.call('getPromotedUsers', {
      query: { pageSize: String(pageSize), ...times, ...(cursor === null ? {} : { cursor }) },
    });
}

/** Returns a function that fetches what was earned by day at a cursor. */
function useLoadDays(pageSize: number) {
  const client = useClient();
  const { times } = useRecordFilter();
  return (cursor: string | null) =>
    client.call('getPromotionDays', {
      query: { pageSize: String(pageSize), ...times, ...(cursor === null ? {} : { cursor }) },
    });
}

/** Saves the people as a file. */
function PeopleFile() {
  const load = useLoadPeople(CSV_PAGE_SIZE);
  return (
    <div className="flex justify-end">
      <DownloadCsv
        name="invited-people"
        columns={peopleColumns}
        load={async (cursor) => peopleRows(await load(cursor))}
      />
    </div>
  );
}

/** Saves what was earned by day as a file. */
function DaysFile() {
  return (
    <div className="flex justify-end">
      <DownloadCsv name="rebate-days" columns={dayColumns} load={useLoadDays(CSV_PAGE_SIZE)} />
    </div>
  );
}

function TeamTable() {
  const text = useText();
  const format = useFormatters();
  const coins = useCoins();
  const { times } = useRecordFilter();
  const { rows, query } = useRecords<PromotedUser>({
    queryKey: [...queryKeys.promotion, 'users', times],
    load: useLoadPeople(PAGE_SIZE),
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
  const text = useText();
  const format = useFormatters();
  const coins = useCoins();
  const { times } = useRecordFilter();
  const shareName = useShareName();
  const { rows, query } = useRecords<PromotionDay>({
    queryKey: [...queryKeys.promotion, 'days', times],
    load: useLoadDays(PAGE_SIZE),
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
          cell: (earned) => coins([earned]),
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
            <PeopleFile />
            <TeamTable />
          </Section>
          <Section wide title={text('rewards.days')}>
            <DaysFile />
            <DaysTable />
          </Section>
          <Rebates />
        </>
      )}
    </DaysFilter>
  );
}
