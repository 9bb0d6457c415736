import type { OperatorRow } from '@candor/api';
import { Badge, Button, type Column, DataTable, Dialog, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { OPERATORS_KEY, type Secret, type StaffAct, StaffDialog } from './dialogs.tsx';
import { Rights } from './rights.tsx';

const words = { role: 'console.operators.changeRole', disable: 'console.operators.disable' } as const;

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
            {(['role', 'disable'] as const).map((kind) => (
              <Button
                key={kind}
                variant="plain"
                size="small"
                aria-label={`${row.name}: ${text(words[kind])}`}
                onClick={() => onAct({ kind, row })}
              >
                {text(words[kind])}
              </Button>
            ))}
          </span>
        ),
    },
  ];
}

/** A setup secret is shown here and nowhere else. */
function SecretDialog({ shown, onClose }: { readonly shown: Secret; readonly onClose: () => void }) {
  const text = useText();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text('console.operators.secret')}
      description={text(
        shown.proposalId === null ? 'console.operators.secretNow' : 'console.operators.secretLater',
      )}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {text('ui.close')}
        </Button>
      }
    >
      <p className="flex flex-col gap-1 text-14">
        <span>{shown.name}</span>
        <code className="text-16 break-all select-all" data-testid="setup-secret">
          {shown.secret}
        </code>
      </p>
    </Dialog>
  );
}

/** Who the operators are, and who may do what. */
export function OperatorsScreen() {
  const { client } = useConsole();
  const text = useText();
  const [act, setAct] = useState<StaffAct | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
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
      {act !== null && <StaffDialog act={act} onClose={() => setAct(null)} onSecret={setSecret} />}
      {act === null && secret !== null && <SecretDialog shown={secret} onClose={() => setSecret(null)} />}
    </div>
  );
}
