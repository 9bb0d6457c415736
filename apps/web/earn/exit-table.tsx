import { DataTable, useFormatters, useText } from '@candor/ui';
import { useOfferWords } from './offer-words.tsx';
import { type EarlyExit, earlyExit, exitDays, isRedeemable, type OrderTerms } from './order-figures.ts';

interface ExitTableProps {
  readonly terms: OrderTerms & { readonly coin: string };
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
  const { cycleDays, lockDays = 0, coin, exitPpm } = terms;
  const isExample = earlyExit(typed, terms, 0) === null || !/[1-9]/.test(typed);
  const amount = isExample ? example : typed;
  // at the end the whole interest is kept, whatever the share is
  const whole = earlyExit(amount, { ...terms, exitPpm: 1_000_000 }, cycleDays);
  const rows = [...exitDays(cycleDays, lockDays).map((day) => earlyExit(amount, terms, day)), whole].filter(
    (row): row is EarlyExit => row !== null,
  );
  const after = (day: number) => {
    if (day === cycleDays) return text('earn.exit.atEnd');
    if (day === lockDays && day > 0) return text('earn.exit.firstAfterLock', { count: day });
    return day === 0 ? text('earn.exit.today') : days(day);
  };
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('earn.exit')}</h2>
      <p className="max-w-150 text-14 text-ink-2">
        {!isRedeemable(terms)
          ? text('earn.exit.never', { count: cycleDays })
          : lockDays > 0
            ? text('earn.exit.locked', { count: lockDays, share: share(exitPpm) })
            : text('earn.exit.text', { share: share(exitPpm) })}
      </p>
      {isExample && (
        <p className="text-13 text-ink-3">
          {text('earn.exit.example', { amount: format.quantity(amount), coin })}
        </p>
      )}
      <DataTable<EarlyExit>
        label={text('earn.exit')}
        stacks={false}
        rows={rows}
        rowKey={({ days: day }) => day}
        isSelected={({ days: day }) => day === cycleDays}
        emptyTitle={text('ui.required.amount')}
        columns={[
          { head: 'earn.exit.after', cell: ({ days: day }) => after(day) },
          {
            head: 'earn.exit.kept',
            kind: 'figure',
            wraps: true,
            cell: ({ kept }) => format.quantity(kept),
          },
          {
            head: 'earn.exit.lost',
            kind: 'figure',
            quiet: true,
            from: 'sm',
            wraps: true,
            cell: ({ lost }) => format.quantity(lost),
          },
          {
            head: 'earn.back',
            kind: 'figure',
            wraps: true,
            cell: ({ back }) => <span className="font-medium whitespace-nowrap">{coins(back, coin)}</span>,
          },
        ]}
      />
    </section>
  );
}
