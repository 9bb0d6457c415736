import { DataTable, useFormatters, useText } from '@candor/ui';
import { useOfferWords } from '../common/offer-words.tsx';
import { type EarlyExit, earlyExit, exitDays, type PledgeTerms } from './pledge-figures.ts';

interface ExitTableProps {
  readonly terms: PledgeTerms & { readonly coin: string };
  /** A decimal; an example takes its place where it can't be read. */
  readonly amount: string;
  /** Amount of the example. */
  readonly example: string;
}

/** The cost of leaving before maturity, day by day, to the last unit. */
export function ExitTable({ terms, amount: typed, example }: ExitTableProps) {
  const text = useText();
  const format = useFormatters();
  const { share, days, coins } = useOfferWords();
  const { cycleDays, coin, exitPpm } = terms;
  const isExample = earlyExit(typed, terms, 0) === null || !/[1-9]/.test(typed);
  const amount = isExample ? example : typed;
  // at the end the whole interest is kept, whatever the share is
  const whole = earlyExit(amount, { ...terms, exitPpm: 1_000_000 }, cycleDays);
  const rows = [...exitDays(cycleDays).map((day) => earlyExit(amount, terms, day)), whole].filter(
    (row): row is EarlyExit => row !== null,
  );
  const after = (day: number) => {
    if (day === cycleDays) return text('staking.exit.atEnd');
    return day === 0 ? text('staking.exit.today') : days(day);
  };
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('staking.exit')}</h2>
      <p className="max-w-150 text-14 text-ink-2">{text('staking.exit.text', { share: share(exitPpm) })}</p>
      {isExample && (
        <p className="text-13 text-ink-3">
          {text('staking.exit.example', { amount: format.quantity(amount), coin })}
        </p>
      )}
      <DataTable<EarlyExit>
        label={text('staking.exit')}
        stacks={false}
        rows={rows}
        rowKey={({ days: day }) => day}
        isSelected={({ days: day }) => day === cycleDays}
        emptyTitle={text('ui.required.amount')}
        columns={[
          { head: 'staking.exit.after', cell: ({ days: day }) => after(day) },
          {
            head: 'staking.exit.kept',
            kind: 'figure',
            wraps: true,
            cell: ({ kept }) => format.quantity(kept),
          },
          {
            head: 'staking.exit.lost',
            kind: 'figure',
            quiet: true,
            from: 'sm',
            wraps: true,
            cell: ({ lost }) => format.quantity(lost),
          },
          {
            head: 'staking.back',
            kind: 'figure',
            wraps: true,
            cell: ({ back }) => <span className="font-medium">{coins(back, coin)}</span>,
          },
        ]}
      />
    </section>
  );
}
