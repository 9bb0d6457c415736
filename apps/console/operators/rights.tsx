import {
  approversOf,
  isFourEyes,
  mayCall,
  type OperatorActName,
  type OperatorCallName,
  type OperatorRole,
  operatorActs,
  operatorRights,
  operatorRoles,
} from '@candor/api';
import { type Column, DataTable, type Text, useText } from '@candor/ui';
import { Check } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Section } from '../shell/section.tsx';

/** A right: to see a page, or to act. */
interface RightRow {
  readonly call: OperatorCallName;
  readonly title: string;
}

/** The pages, each by the call that fills it; the page itself is named in the menu. */
const pages: readonly RightRow[] = [
  { call: 'getDashboard', title: 'console.shell.screen.dashboard' },
  { call: 'getReviews', title: 'console.shell.screen.review' },
  { call: 'getOperatorSymbols', title: 'console.shell.screen.symbols' },
  { call: 'getOperatorSeconds', title: 'console.shell.screen.seconds' },
  { call: 'getProposals', title: 'console.shell.screen.approvals' },
  { call: 'getOperators', title: 'console.shell.screen.operators' },
  { call: 'getOperatorLog', title: 'console.shell.screen.log' },
];

const isRestricted = (name: string): name is OperatorCallName & OperatorActName =>
  Object.hasOwn(operatorRights, name) &&
  Array.isArray(operatorRights[name as OperatorCallName].callers as unknown);

const acts: readonly RightRow[] = (Object.keys(operatorActs) as OperatorActName[])
  .filter(isRestricted)
  .map((name) => ({ call: name, title: operatorActs[name].title }));

function Allowed({ row: { call }, role, text }: { row: RightRow; role: OperatorRole; text: Text }) {
  const approves = isFourEyes(call) && approversOf(call).includes(role);
  if (!mayCall(role, call) && !approves) return <span className="text-ink-3">–</span>;
  if (isFourEyes(call)) {
    if (!mayCall(role, call)) return text('console.operators.approves');
    return text(approves ? 'console.operators.proposesAndApproves' : 'console.operators.proposes');
  }
  return (
    <Check role="img" aria-label={text('console.operators.may')} className="inline size-4" strokeWidth={2} />
  );
}

/** Shows who may do what: the table that the server holds. */
export function Rights() {
  const intl = useIntl();
  const text = useText();
  const columns: readonly Column<RightRow>[] = [
    {
      head: 'console.operators.right',
      card: 'title',
      wraps: true,
      cell: ({ title }) => intl.formatMessage({ id: title }),
    },
    ...operatorRoles.map(
      (role): Column<RightRow> => ({
        head: `console.operators.role.${role}`,
        wraps: true,
        cell: (row) => <Allowed row={row} role={role} text={text} />,
      }),
    ),
  ];
  return (
    <>
      <Section title={text('console.operators.pages')}>
        <DataTable
          label={text('console.operators.pages')}
          columns={columns}
          rows={pages}
          rowKey={({ call }) => call}
          emptyTitle=""
        />
      </Section>
      <Section title={text('console.operators.acts')}>
        <p className="max-w-160 text-14 text-ink-2">{text('console.operators.fourEyes')}</p>
        <DataTable
          label={text('console.operators.acts')}
          columns={columns}
          rows={acts}
          rowKey={({ call }) => call}
          emptyTitle=""
        />
      </Section>
    </>
  );
}
