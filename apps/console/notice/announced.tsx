import { mayCall, type TermsChangeRow, type TermsChanges, termsDifferences } from '@candor/api';
import { Badge, Button, type Column, DataTable, Differences, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useConsole, useOperator } from '../data/session.ts';
import { ReasonDialog } from '../shell/reason-dialog.tsx';
import { Section } from '../shell/section.tsx';
import { NOTICE_KEY } from './terms-dialog.tsx';
import { useTermsName } from './words.ts';

const named = (row: TermsChangeRow) => ({ market: row.market, coin: row.coin, terms: row.after });

function WithdrawDialog({ row, onClose }: { readonly row: TermsChangeRow; readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  const nameOf = useTermsName();
  return (
    <ReasonDialog
      queryKey={NOTICE_KEY}
      title={`${text(`notice.kind.${row.after.kind}`)} · ${nameOf(named(row))}`}
      explain={text('console.marketterms.explainWithdraw')}
      submit={text('console.marketterms.withdraw')}
      readers="users"
      done={text('console.marketterms.withdrawn')}
      send={({ reason }, sending) =>
        client.call(
          'withdrawMarketTerms',
          { params: { changeNo: String(row.changeNo) }, body: { reason } },
          sending,
        )
      }
      onClose={onClose}
    >
      <Differences coin={row.coin} rows={termsDifferences(row.before, row.after)} />
    </ReasonDialog>
  );
}

function useColumns(onWithdraw: ((row: TermsChangeRow) => void) | null): readonly Column<TermsChangeRow>[] {
  const text = useText();
  const format = useFormatters();
  const nameOf = useTermsName();
  return [
    {
      head: 'notice.of',
      card: 'title',
      wraps: true,
      cell: (row) => `${text(`notice.kind.${row.after.kind}`)} · ${nameOf(named(row))}`,
    },
    {
      head: 'notice.change',
      wraps: true,
      card: 'line',
      className: 'sm:min-w-72',
      cell: (row) => <Differences coin={row.coin} rows={termsDifferences(row.before, row.after)} />,
    },
    { head: 'notice.effective', kind: 'time', cell: (row) => format.dateTime(row.effectiveTime) },
    {
      head: 'console.shell.reason',
      wraps: true,
      card: 'line',
      cell: (row) => (row.endReason === '' ? row.reason : `${row.reason} · ${row.endReason}`),
    },
    {
      head: 'console.shell.state',
      card: 'corner',
      cell: ({ state }) => (
        <Badge tone={state === 'announced' ? 'accent' : 'neutral'}>{text(`notice.state.${state}`)}</Badge>
      ),
    },
    {
      head: 'console.shell.actions',
      kind: 'actions',
      cell: (row) =>
        onWithdraw !== null &&
        row.state === 'announced' && (
          <Button variant="plain" size="small" onClick={() => onWithdraw(row)}>
            {text('console.marketterms.withdraw')}
          </Button>
        ),
    },
  ];
}

/** The changes that are announced, which can be withdrawn, and those that ended. */
export function Announced({ changes }: { readonly changes: TermsChanges }) {
  const operator = useOperator();
  const text = useText();
  const [withdrawn, setWithdrawn] = useState<TermsChangeRow | null>(null);
  const mayWithdraw = operator !== null && mayCall(operator.role, 'withdrawMarketTerms');
  const columns = useColumns(mayWithdraw ? setWithdrawn : null);
  const table = (label: string, rows: readonly TermsChangeRow[]) => (
    <DataTable
      label={label}
      density="roomy"
      rows={rows}
      rowKey={({ changeNo }) => changeNo}
      emptyTitle={text('notice.none')}
      columns={columns}
    />
  );
  return (
    <>
      <Section title={text('notice.title')}>{table(text('notice.title'), changes.announced)}</Section>
      <Section title={text('notice.past')}>{table(text('notice.past'), changes.ended)}</Section>
      {withdrawn !== null && <WithdrawDialog row={withdrawn} onClose={() => setWithdrawn(null)} />}
    </>
  );
}
