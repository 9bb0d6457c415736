import type { OperatorRow } from '@candor/api';
import { Badge, Button, type Column, DataTable, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { RowAct } from '../shell/row-act.tsx';
import { OPERATORS_KEY, type StaffAct, StaffDialog } from './dialogs.tsx';
import { Rights } from './rights.tsx';

const words = {
  sendLink: 'console.operators.sendLink',
  role: 'console.operators.changeRole',
  disable: 'console.operators.disable',
} as const;

const UNDELIVERED: ReadonlySet<string> = new Set(['expired', 'failed']);

function useColumns(onAct: (act: StaffAct) => void): readonly Column<OperatorRow>[] {
  const format = useFormatters();
  const text = useText();
  return [
    { head: 'console.operators.name', card: 'title', cell: ({ name }) => name },
    { head: 'console.operators.role', cell: ({ role }) => text(`console.operators.role.${role}`) },
    {
      head: 'console.shell.state',
      card: 'corner',
      cell: ({ state }) => (
        <Badge tone={state === 'active' ? 'neutral' : 'warn'}>
          {text(`console.operators.state.${state}`)}
        </Badge>
      ),
    },
    {
      head: 'console.operators.mail',
      wraps: true,
      className: 'sm:min-w-56 text-balance wrap-anywhere',
      cell: ({ mail, setupMail }) =>
        setupMail === null ? (
          (mail ?? '–')
        ) : (
          <span className="flex flex-col items-start gap-1">
            {mail}
            <Badge tone={UNDELIVERED.has(setupMail) ? 'warn' : 'neutral'}>
              {text(`console.operators.setupMail.${setupMail}`)}
            </Badge>
          </span>
        ),
    },
    {
      head: 'console.operators.setupUntil',
      quiet: true,
      cell: ({ setupUntil }) => (setupUntil === null ? '–' : format.dateTime(setupUntil)),
    },
    { head: 'console.operators.since', quiet: true, cell: (row) => format.dateTime(row.createTime) },
    {
      head: 'console.shell.actions',
      kind: 'actions',
      cell: (row) =>
        row.state === 'disabled' ? null : (
          <span className="flex flex-wrap justify-end gap-2">
            {(row.setupMail === null
              ? (['role', 'disable'] as const)
              : (['sendLink', 'role', 'disable'] as const)
            ).map((kind) => (
              <RowAct
                key={kind}
                of={row.name}
                label={text(words[kind])}
                onClick={() => onAct({ kind, row })}
              />
            ))}
          </span>
        ),
    },
  ];
}

/** Shows the operators, and who may do what. */
export function OperatorsScreen() {
  const { client } = useConsole();
  const text = useText();
  const [act, setAct] = useState<StaffAct | null>(null);
  const columns = useColumns(setAct);
  const query = useQuery({ queryKey: OPERATORS_KEY, queryFn: () => client.call('getOperators') });
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <Button className="self-start" onClick={() => setAct({ kind: 'add' })}>
          {text('console.operators.add')}
        </Button>
        <DataTable
          label={text('console.shell.screen.operators')}
          density="roomy"
          columns={columns}
          rows={query.data ?? null}
          rowKey={({ operatorId }) => operatorId}
          query={query}
          failedTitle={text('console.operators.failed')}
          emptyTitle={text('console.operators.failed')}
        />
      </div>
      <Rights />
      {act !== null && <StaffDialog act={act} onClose={() => setAct(null)} />}
    </div>
  );
}
