import type { OperatorOtc, OtcAppealRow } from '@candor/api';
import { Badge, DataTable, rowLinkClass, useFormatters, useText } from '@candor/ui';
import { Section } from '../shell/section.tsx';
import { useOtcWords } from './words.ts';

interface AppealsProps {
  readonly data: OperatorOtc;
  readonly onOpen: (orderId: number) => void;
}

/** The appeals that wait, the one whose decision is due first above the others. */
export function Appeals({ data, onOpen }: AppealsProps) {
  const text = useText();
  const format = useFormatters();
  const words = useOtcWords();
  return (
    <Section title={text('console.otc.appeals')}>
      <p className="text-13 text-ink-2">
        {text('console.otc.late', { now: data.lateAppeals, ever: data.lateDecisions })}
      </p>
      <DataTable<OtcAppealRow>
        label={text('console.otc.appeals')}
        density="roomy"
        pressable
        rows={data.appealRows}
        rowKey={({ orderId }) => orderId}
        emptyTitle={text('console.otc.noAppeals')}
        columns={[
          {
            head: 'console.otc.order',
            card: 'title',
            cell: ({ orderId }) => (
              <button type="button" className={rowLinkClass} onClick={() => onOpen(orderId)}>
                {text('escrow.orderNumber', { number: String(orderId) })}
              </button>
            ),
          },
          {
            head: 'console.otc.reason',
            wraps: true,
            cell: ({ reason }) => text(reason === null ? 'escrow.appeal.silence' : `escrow.appeal.${reason}`),
          },
          {
            head: 'console.otc.amount',
            kind: 'figure',
            cell: ({ amount, coin }) => `${format.quantity(amount)} ${coin}`,
          },
          {
            head: 'console.otc.total',
            kind: 'figure',
            cell: ({ total, currency }) => words.money(total, currency),
          },
          {
            head: 'console.otc.due',
            kind: 'time',
            cell: ({ decideDueTime }) => format.dateTime(decideDueTime),
          },
          { head: 'console.shell.state', card: 'corner', cell: (row) => <AppealState row={row} /> },
        ]}
      />
    </Section>
  );
}

/** State of an appeal in a word: late, proposed, ready, or waiting for an answer. */
export function AppealState({
  row,
}: {
  readonly row: Pick<OtcAppealRow, 'isLate' | 'proposalId' | 'mayDecide'>;
}) {
  const text = useText();
  const state = row.proposalId !== null ? 'proposed' : row.mayDecide ? 'ready' : 'answer';
  return (
    <span className="flex gap-2">
      {row.isLate && <Badge tone="warn">{text('console.otc.appeal.late')}</Badge>}
      <Badge tone={state === 'ready' ? 'accent' : 'neutral'}>{text(`console.otc.appeal.${state}`)}</Badge>
    </span>
  );
}
