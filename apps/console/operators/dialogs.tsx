import { type OperatorRole, type OperatorRow, operatorRoles } from '@candor/api';
import { FormField, Select, TextField, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { ReasonDialog } from '../shell/reason-dialog.tsx';

export const OPERATORS_KEY = ['operators'];

/** The act that an operator is about to do. */
export type StaffAct =
  | { readonly kind: 'add' }
  | { readonly kind: 'role' | 'disable' | 'sendLink'; readonly row: OperatorRow };

const useRoles = () => {
  const text = useText();
  return operatorRoles.map((value) => ({ value, label: text(`console.operators.role.${value}`) }));
};

/** The answer of an act that waits for another operator; null where it was done at once. */
interface Proposed {
  readonly proposalId: number | null;
}

interface AddValues extends WithReason {
  readonly name: string;
  readonly role: OperatorRole | '';
  readonly mail: string;
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  const roles = useRoles();
  const act = useOperatorForm<AddValues, Proposed>({
    defaultValues: { name: '', role: '', mail: '' },
    send: ({ role, ...rest }, sending) =>
      client.call('addOperator', { body: { ...rest, role: role as OperatorRole } }, sending),
    done: ({ proposalId }) =>
      text(proposalId === null ? 'console.operators.linkSent' : 'console.shell.proposed'),
    queryKey: OPERATORS_KEY,
    onClose,
  });
  return (
    <OperatorDialog
      act={act}
      title={text('console.operators.add')}
      explain={text('console.operators.explainAdd')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="name">
        {(field) => (
          <TextField
            {...field}
            label={text('console.operators.name')}
            description={text('console.operators.nameHint')}
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField act={act} name="mail">
        {(field) => (
          <TextField
            {...field}
            label={text('console.operators.mail')}
            description={text('console.operators.mailHint')}
            inputMode="email"
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField act={act} name="role" prompt="ui.required.choice">
        {(field) => (
          <Select<OperatorRole | ''>
            {...field}
            label={text('console.operators.role')}
            placeholder={text('ui.required.choice')}
            options={roles}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}

function SendLinkDialog({ row, onClose }: { readonly row: OperatorRow; readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  return (
    <ReasonDialog
      queryKey={OPERATORS_KEY}
      title={row.name}
      explain={text('console.operators.explainSendLink', { mail: row.mail ?? '' })}
      submit={text('console.operators.sendLink')}
      readers="operators"
      done={text('console.operators.linkSent')}
      send={(body, sending) =>
        client.call('sendOperatorSetup', { params: { id: String(row.operatorId) }, body }, sending)
      }
      onClose={onClose}
    />
  );
}

interface RoleValues extends WithReason {
  readonly role: OperatorRole;
}

function RoleDialog({ row, onClose }: { readonly row: OperatorRow; readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  const roles = useRoles();
  const act = useOperatorForm<RoleValues, Proposed>({
    defaultValues: { role: row.role },
    send: (body, sending) =>
      client.call('changeOperatorRole', { params: { id: String(row.operatorId) }, body }, sending),
    done: ({ proposalId }) => text(proposalId === null ? 'console.operators.done' : 'console.shell.proposed'),
    queryKey: OPERATORS_KEY,
    onClose,
  });
  return (
    <OperatorDialog
      act={act}
      title={row.name}
      explain={text('console.operators.explainRole')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="role">
        {(field) => <Select {...field} label={text('console.operators.role')} options={roles} />}
      </FormField>
    </OperatorDialog>
  );
}

function DisableDialog({ row, onClose }: { readonly row: OperatorRow; readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  return (
    <ReasonDialog
      queryKey={OPERATORS_KEY}
      title={row.name}
      explain={text('console.operators.explainDisable')}
      submit={text('console.operators.disable')}
      readers="operators"
      done={text('console.operators.done')}
      send={(body, sending) =>
        client.call('disableOperator', { params: { id: String(row.operatorId) }, body }, sending)
      }
      onClose={onClose}
    />
  );
}

export interface StaffDialogProps {
  readonly act: StaffAct;
  readonly onClose: () => void;
}

/** The dialog of an act on operators. */
export function StaffDialog({ act, onClose }: StaffDialogProps) {
  if (act.kind === 'add') return <AddDialog onClose={onClose} />;
  if (act.kind === 'sendLink') return <SendLinkDialog row={act.row} onClose={onClose} />;
  if (act.kind === 'role') return <RoleDialog row={act.row} onClose={onClose} />;
  return <DisableDialog row={act.row} onClose={onClose} />;
}
