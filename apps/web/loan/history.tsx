import type { LoanDetail, LoanEntryRow } from '@candor/api';
import { type Check, checkLoan } from '@candor/proofs';
import { DataTable, useFormatters, useText } from '@candor/ui';
import { useMemo } from 'react';
import { useLoanWords } from '../common/loan-words.tsx';
import { LoanReceipt } from './loan-receipt.tsx';

interface Line {
  readonly at: number;
  readonly entry: LoanEntryRow;
  readonly check: Check;
}

/** Everything that happened to a loan, newest first, each with its receipt. */
export function History({ detail }: { readonly detail: LoanDetail }) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useLoanWords();
  const lines = useMemo(() => {
    const { entries } = checkLoan(detail);
    return detail.entries.map((entry, at): Line => ({ at, entry, check: entries[at]! })).toReversed();
  }, [detail]);
  const { coin } = detail;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('loan.history')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('loan.history.text')}</p>
      <DataTable<Line>
        label={text('loan.history')}
        density="roomy"
        rows={lines}
        rowKey={({ at }) => at}
        emptyTitle={text('loan.history')}
        columns={[
          { head: 'loan.time', kind: 'time', cell: ({ entry }) => format.dateTime(entry.time) },
          {
            head: 'loan.entry',
            card: 'title',
            wraps: true,
            cell: ({ entry }) => <EntryWords entry={entry} />,
          },
          {
            head: 'loan.amount',
            kind: 'figure',
            card: 'corner',
            // what fell due has two amounts, more than a phone has room for
            wraps: true,
            cell: ({ entry }) =>
              entry.kind === 'due' ? (
                <span className="text-ink-2">
                  {text('loan.entry.dueParts', {
                    interest: coins(entry.interest, coin),
                    principal: coins(entry.principal, coin),
                  })}
                </span>
              ) : (
                coins(entry.amount, coin)
              ),
          },
          {
            head: 'loan.owed.notDue',
            kind: 'figure',
            quiet: true,
            cell: ({ entry }) => (entry.kind === 'repaid' ? coins(entry.principalLeft, coin) : ''),
          },
          {
            head: 'loan.receipt',
            kind: 'end',
            cell: ({ entry, check, at }) => (
              <LoanReceipt detail={detail} entry={entry} check={check} number={at + 1} />
            ),
          },
        ]}
      />
    </section>
  );
}

/** An entry in words. */
export function useEntryWords(): (entry: LoanEntryRow) => string {
  const text = useText();
  return (entry) => {
    switch (entry.kind) {
      case 'paidOut':
        return text('loan.entry.paidOut.own');
      case 'due':
        return text('loan.entry.due', { number: String(entry.number) });
      case 'overdueCharged':
        return text('loan.entry.overdue', { number: String(entry.number) });
      case 'repaid':
        if (entry.settled) return text('loan.entry.settled');
        return text(entry.by === 'owner' ? 'loan.entry.byYou' : 'loan.entry.collected');
    }
  };
}

function EntryWords({ entry }: { readonly entry: LoanEntryRow }) {
  return useEntryWords()(entry);
}
