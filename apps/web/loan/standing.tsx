import type { LoanDetail } from '@candor/api';
import { checkLoan } from '@candor/proofs';
import {
  Badge,
  type BadgeTone,
  DataTable,
  ReceiptStub,
  SegmentedControl,
  useFormatters,
  useText,
} from '@candor/ui';
import { useMemo, useState } from 'react';
import { JournalPlaceDetails, useJournalWords } from '../common/journal-place.tsx';
import { useSettings } from '../data/index.ts';
import { type StandingRow, standingRows } from './standing-rows.ts';

const TONES: Readonly<Record<StandingRow['state'], BadgeTone>> = {
  paid: 'neutral',
  unpaid: 'warn',
  later: 'accent',
  dropped: 'neutral',
};

type View = 'now' | 'agreed';

/** The schedule as it stands and as it was agreed, which this browser recomputes. */
export function Standing({ detail }: { readonly detail: LoanDetail }) {
  const text = useText();
  const format = useFormatters();
  const [view, setView] = useState<View>('now');
  const practice = useSettings().data?.mode === 'practice';
  const check = useMemo(() => checkLoan(detail).agreed, [detail]);
  const rows = standingRows(detail);
  const words = useJournalWords();
  const [paidOut] = detail.entries;
  const shown: readonly StandingRow[] =
    view === 'now' ? rows : rows.map((row, at) => ({ ...row, ...detail.agreed[at] }));
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-20 font-semibold">{text('loan.schedule')}</h2>
        <ReceiptStub state={check.ok ? 'verified' : 'failed'} practice={practice} />
      </header>
      <SegmentedControl<View>
        label={text('loan.schedule')}
        value={view}
        onValueChange={setView}
        segments={[
          { value: 'now', label: text('loan.schedule.now') },
          { value: 'agreed', label: text('loan.schedule.agreed') },
        ]}
      />
      <DataTable<StandingRow>
        label={text('loan.schedule')}
        stacks={false}
        rows={shown}
        rowKey={({ number }) => number}
        emptyTitle={text('loan.none')}
        columns={[
          {
            head: 'loan.due',
            wraps: true,
            cell: ({ dueTime }) => <span className="figure">{format.date(dueTime)}</span>,
          },
          {
            head: 'loan.interest',
            kind: 'figure',
            wraps: true,
            cell: ({ interest, state }) =>
              state === 'dropped' && view === 'now' ? '–' : format.quantity(interest),
          },
          {
            head: 'loan.principal',
            kind: 'figure',
            wraps: true,
            cell: ({ principal, state }) =>
              state === 'dropped' && view === 'now' ? '–' : format.quantity(principal),
          },
          ...(view === 'now'
            ? [
                {
                  head: 'loan.status',
                  kind: 'end' as const,
                  // beside three columns a phone has no room for a long word on one line
                  wraps: true,
                  cell: ({ state }: StandingRow) => (
                    <Badge
                      tone={TONES[state]}
                      className="max-sm:h-auto max-sm:py-0.5 max-sm:text-end max-sm:whitespace-normal"
                    >
                      {text(`loan.instalment.${state}`)}
                    </Badge>
                  ),
                },
              ]
            : []),
        ]}
      />
      {view === 'agreed' && paidOut !== undefined && <JournalPlaceDetails words={words(paidOut.journal)} />}
    </section>
  );
}
