import type { ProposalRow } from '@candor/api';
import { Badge, Button, type Column, SegmentedControl, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { actWords, wordsOfDetails } from '../shell/act-words.ts';
import { CodeField, type WithCode } from '../shell/code-field.tsx';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { RecordTable } from '../shell/record-table.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { approvalsSearch, approvalsTerms } from './search.ts';

const KEY = ['approvals'];
const REFRESH_MS = 5_000;
const CSV = [
  'id',
  'act',
  'state',
  'before',
  'after',
  'reason',
  'proposer',
  'createTime',
  'expireTime',
  'decider',
  'decisionReason',
  'decisionTime',
] as const;

/** Shows what stands now and what would stand, in the words of the act. */
function Diff({ row: { act, before, after } }: { readonly row: ProposalRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const words = (details: Readonly<Record<string, string>>) => wordsOfDetails(intl, format, act, details);
  return (
    <span className="flex flex-col gap-0.5">
      {before !== null && (
        <span className="text-ink-3">
          <span className="sr-only">{text('console.approvals.before')}: </span>
          <del className="decoration-1">{words(before)}</del>
        </span>
      )}
      <span>
        <span className="sr-only">{text('console.approvals.after')}: </span>
        <ins className="no-underline">{words(after)}</ins>
      </span>
    </span>
  );
}

interface Decision {
  readonly row: ProposalRow;
  readonly kind: 'approve' | 'reject' | 'withdraw';
}

function DecisionDialog({ row, kind, onClose }: Decision & { readonly onClose: () => void }) {
  const intl = useIntl();
  const { client } = useConsole();
  const text = useText();
  const call = kind === 'approve' ? 'approveProposal' : 'rejectProposal';
  const asksCode = kind === 'approve' && row.asksFactor;
  const act = useOperatorForm<WithReason & WithCode>({
    defaultValues: { code: '' },
    send: ({ reason, code }, sending) => {
      const body = asksCode ? { reason, code } : { reason };
      return client.call(call, { params: { id: String(row.id) }, body }, sending);
    },
    done: text('console.approvals.done'),
    queryKey: KEY,
    onClose,
  });
  return (
    <OperatorDialog
      act={act}
      title={actWords(intl, row.act)}
      explain={text(`console.approvals.explain.${kind}`)}
      submit={text(`console.approvals.${kind}`)}
      readers="operators"
      onClose={onClose}
    >
      <div className="flex flex-col gap-2 text-14">
        <Diff row={row} />
        <p className="text-13 text-ink-2">
          {row.proposer}: {row.reason}
        </p>
      </div>
      {asksCode && <CodeField act={act} />}
    </OperatorDialog>
  );
}

function Outcome({ row }: { readonly row: ProposalRow }) {
  const intl = useIntl();
  const text = useText();
  const rejection = row.command?.rejection ?? null;
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={row.state === 'approved' ? 'accent' : 'neutral'}>
        {text(`console.approvals.state.${row.state}`)}
      </Badge>
      {rejection !== null && (
        <Badge tone="warn">
          {intl.formatMessage({ id: 'console.approvals.refused' }, { why: rejection })}
        </Badge>
      )}
    </span>
  );
}

function useColumns(onAct: (decision: Decision) => void): readonly Column<ProposalRow>[] {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  return [
    { head: 'console.approvals.act', card: 'title', wraps: true, cell: ({ act }) => actWords(intl, act) },
    {
      head: 'console.approvals.change',
      wraps: true,
      card: 'line',
      className: 'sm:min-w-72',
      cell: (row) => <Diff row={row} />,
    },
    {
      head: 'console.approvals.proposer',
      wraps: true,
      card: 'line',
      className: 'sm:min-w-48',
      cell: ({ proposer, reason }) => `${proposer}: ${reason}`,
    },
    {
      head: 'console.approvals.expires',
      kind: 'time',
      cell: (row) => format.dateTime(row.decisionTime ?? row.expireTime),
    },
    {
      head: 'console.shell.state',
      card: 'corner',
      cell: (row) => <Outcome row={row} />,
    },
    {
      head: 'console.approvals.decision',
      wraps: true,
      card: 'line',
      cell: ({ decider, decisionReason }) =>
        decider === null ? null : `${decider}: ${decisionReason ?? ''}`,
    },
    {
      head: 'console.shell.actions',
      kind: 'actions',
      cell: (row) => {
        const kinds = row.mayDecide
          ? (['approve', 'reject'] as const)
          : row.isOwn && row.state === 'open'
            ? (['withdraw'] as const)
            : [];
        return (
          <span className="flex flex-wrap justify-end gap-2">
            {kinds.map((kind) => (
              <Button key={kind} variant="plain" size="small" onClick={() => onAct({ row, kind })}>
                {text(`console.approvals.${kind}`)}
              </Button>
            ))}
          </span>
        );
      },
    },
  ];
}

/** Shows what waits for a second operator, and how earlier proposals ended. */
export function ApprovalsScreen() {
  const { client } = useConsole();
  const text = useText();
  const [search, show] = useDeskSearch(approvalsSearch);
  const [decision, setDecision] = useState<Decision | null>(null);
  const { ended, ...rest } = search;
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label={text('console.shell.screen.approvals')}
        className="max-w-96"
        value={ended ?? 'no'}
        onValueChange={(next) => show(next === 'yes' ? { ...rest, ended: 'yes' } : rest)}
        segments={(['no', 'yes'] as const).map((value) => ({
          value,
          label: text(value === 'yes' ? 'console.shell.ended' : 'console.shell.waiting'),
        }))}
      />
      <RecordTable<ProposalRow>
        desk="/approvals"
        terms={approvalsTerms}
        search={search}
        onShow={show}
        queryKey={KEY}
        refreshMs={REFRESH_MS}
        load={(query) => client.call('getProposals', { query })}
        density="roomy"
        columns={useColumns(setDecision)}
        rowKey={({ id }) => id}
        csv={CSV}
        label={text('console.shell.screen.approvals')}
        failedTitle={text('console.approvals.failed')}
        emptyTitle={text('console.approvals.none')}
      />
      {decision !== null && <DecisionDialog {...decision} onClose={() => setDecision(null)} />}
    </div>
  );
}
