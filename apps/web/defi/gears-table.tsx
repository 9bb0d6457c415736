import type { CallData, Calls, MiningGearRow } from '@candor/api';
import { simpleYearlyPpm } from '@candor/rules';
import { DataTable, useFormatters, useText } from '@candor/ui';
import { useMiningOverview } from '../data/index.ts';
import { useMiningWords } from './use-words.ts';

export type MiningOverview = CallData<Calls['getMiningOverview']>;

/** The gears with their rates, and who is in each. */
export function GearsTable({ own = 0 }: { readonly own?: number }) {
  const text = useText();
  const format = useFormatters();
  const { rate, coins, gear: nameOf } = useMiningWords();
  const query = useMiningOverview();
  const coin = query.data?.coin ?? '';
  return (
    <DataTable<MiningGearRow>
      label={text('defi.gears')}
      density="roomy"
      rows={query.data?.gears ?? null}
      rowKey={({ gear }) => gear}
      isSelected={({ gear }) => gear === own}
      query={query}
      failedTitle={text('defi.notLoaded')}
      emptyTitle={text('defi.closed')}
      emptyText={text('defi.closed.text')}
      columns={[
        {
          head: 'defi.gear.head',
          card: 'title',
          cell: ({ gear }) => <span className="font-semibold">{nameOf(gear)}</span>,
        },
        {
          head: 'defi.gear.from',
          kind: 'figure',
          cell: ({ minAmount }) => coins(minAmount, coin),
        },
        {
          head: 'defi.rate.day',
          kind: 'figure',
          cell: ({ dailyPpm }) => <span className="font-semibold">{rate(dailyPpm)}</span>,
        },
        {
          head: 'defi.rate.year',
          kind: 'figure',
          quiet: true,
          cell: ({ dailyPpm }) => rate(simpleYearlyPpm(dailyPpm)),
        },
        {
          head: 'defi.gear.nodes',
          kind: 'figure',
          quiet: true,
          cell: ({ nodes }) => format.count(nodes),
        },
        {
          head: 'defi.gear.held',
          kind: 'figure',
          quiet: true,
          cell: ({ held }) => coins(held, coin),
        },
      ]}
    />
  );
}

/** An announced change of the gears; nothing where there is none. */
export function GearsChange({ overview: { next, coin } }: { readonly overview: MiningOverview }) {
  const text = useText();
  const format = useFormatters();
  const { rate, coins, gear: nameOf } = useMiningWords();
  if (next === null) return null;
  return (
    <section
      aria-label={text('defi.next')}
      className="flex flex-col gap-2 border-s-2 border-warn ps-4 text-14"
    >
      <h3 className="font-semibold">{text('defi.next.from', { time: format.dateTime(next.startsTime) })}</h3>
      <p className="text-ink-2">{next.reason}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-13 text-ink-2">
        {next.gears.map(({ gear, minAmount, dailyPpm }) => (
          <li key={gear} className="figure">
            {nameOf(gear)}: {coins(minAmount, coin ?? '')} · {rate(dailyPpm)}
          </li>
        ))}
        {next.gears.length === 0 && <li>{text('defi.next.none')}</li>}
      </ul>
      <p className="text-13 text-ink-3">{text('defi.next.past')}</p>
    </section>
  );
}
