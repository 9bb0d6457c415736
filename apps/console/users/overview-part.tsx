import type { OperatorUser } from '@candor/api';
import { Badge, DataTable, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { Section } from '../shell/section.tsx';
import { walletWords } from './record-words.ts';

interface PartProps {
  readonly user: OperatorUser;
}

/** Shows who the user is, what the user has, and what is open. */
export function OverviewPart({ user }: PartProps) {
  return (
    <div className="flex flex-col gap-8">
      <div className="grid gap-8 lg:grid-cols-2">
        <Person user={user} />
        <Identity user={user} />
      </div>
      <Balances user={user} />
      <Orders user={user} />
      <Positions user={user} />
    </div>
  );
}

type PersonField =
  | 'account'
  | 'email'
  | 'phone'
  | 'language'
  | 'registered'
  | 'inviteCode'
  | 'invitedBy'
  | 'invited';

function Person({ user }: PartProps) {
  const format = useFormatters();
  const text = useText();
  const line = (name: PersonField, value: string | number | null) => (
    <Detail label={text(`console.users.${name}`)} wraps>
      {value ?? '–'}
    </Detail>
  );
  return (
    <Section title={text('console.users.person')}>
      <DetailList ruled>
        {line('account', user.account)}
        {line('email', user.email)}
        {line('phone', user.phone)}
        {line('language', user.language)}
        {line('registered', format.dateTime(user.createTime))}
        <Detail label={text('console.shell.state')} wraps>
          {user.frozenTime === null ? (
            text('console.users.active')
          ) : (
            <Badge tone="warn">
              {text('console.users.frozenSince', { time: format.dateTime(user.frozenTime) })}
            </Badge>
          )}
        </Detail>
        {line('inviteCode', user.inviteCode)}
        {line('invitedBy', user.invitedBy)}
        {line('invited', format.count(user.invited))}
      </DetailList>
    </Section>
  );
}

function Identity({ user }: PartProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  return (
    <Section title={text('console.users.kyc')}>
      <DataTable<OperatorUser['kyc'][number]>
        label={text('console.users.kyc')}
        rows={user.kyc}
        rowKey={({ level, version }) => `${level} ${version}`}
        emptyTitle={text('console.users.kyc.none')}
        columns={[
          {
            head: 'console.users.level',
            card: 'title',
            cell: ({ level, version }) => `${text(`console.users.kyc.${level}`)} · ${version}`,
          },
          {
            head: 'console.shell.state',
            card: 'corner',
            cell: ({ state }) => <Badge>{text(`console.users.kyc.state.${state}`)}</Badge>,
          },
          {
            head: 'console.users.country',
            cell: ({ country }) =>
              country === null ? '–' : (intl.formatDisplayName(country, { type: 'region' }) ?? country),
          },
          {
            head: 'console.shell.reason',
            wraps: true,
            cell: ({ reason }) =>
              reason === null ? '–' : intl.formatMessage({ id: `review.reason.kyc.${reason}` }),
          },
          { head: 'console.shell.time', kind: 'time', cell: (row) => format.dateTime(row.submitTime) },
        ]}
      />
    </Section>
  );
}

function Balances({ user }: PartProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  return (
    <Section title={text('console.users.balances')}>
      <DataTable<OperatorUser['balances'][number]>
        label={text('console.users.balances')}
        rows={user.balances}
        rowKey={({ wallet, coin }) => `${wallet} ${coin}`}
        emptyTitle={text('console.users.balances.none')}
        columns={[
          { head: 'console.records.wallet', cell: ({ wallet }) => walletWords(intl, wallet) },
          { head: 'console.records.coin', card: 'title', cell: ({ coin }) => coin },
          { head: 'console.users.available', kind: 'figure', cell: (row) => format.quantity(row.available) },
          { head: 'console.users.held', kind: 'figure', cell: (row) => format.quantity(row.held) },
        ]}
      />
    </Section>
  );
}

function Orders({ user }: PartProps) {
  const format = useFormatters();
  const text = useText();
  const figure = (value: string | null) => (value === null ? '–' : format.quantity(value));
  return (
    <Section title={text('console.users.orders')}>
      <DataTable<OperatorUser['orders'][number]>
        label={text('console.users.orders')}
        rows={user.orders}
        rowKey={({ product, orderId }) => `${product} ${orderId}`}
        emptyTitle={text('console.users.orders.none')}
        columns={[
          { head: 'console.users.order', kind: 'figure', quiet: true, cell: ({ orderId }) => orderId },
          {
            head: 'console.shell.market',
            card: 'title',
            cell: ({ market, product }) => `${market} · ${text(`console.users.product.${product}`)}`,
          },
          { head: 'console.users.side', cell: ({ side }) => text(`console.users.side.${side}`) },
          {
            head: 'console.users.type',
            cell: ({ type, waits }) =>
              `${text(`console.users.type.${type === 'limit' ? 'limit' : 'market'}`)}${waits ? ` · ${text('console.users.waits')}` : ''}`,
          },
          { head: 'console.users.price', kind: 'figure', cell: ({ price }) => figure(price) },
          { head: 'console.users.quantity', kind: 'figure', cell: ({ quantity }) => figure(quantity) },
          { head: 'console.users.filled', kind: 'figure', cell: ({ filled }) => figure(filled) },
          { head: 'console.shell.time', kind: 'time', cell: (row) => format.dateTime(row.createTime) },
        ]}
      />
    </Section>
  );
}

function Positions({ user }: PartProps) {
  const format = useFormatters();
  const text = useText();
  return (
    <Section title={text('console.users.positions')}>
      <DataTable<OperatorUser['positions'][number]>
        label={text('console.users.positions')}
        rows={user.positions}
        rowKey={({ positionId }) => positionId}
        emptyTitle={text('console.users.positions.none')}
        columns={[
          { head: 'console.shell.market', card: 'title', cell: ({ market }) => market },
          {
            head: 'console.users.side',
            cell: (row) => `${text(`console.users.direction.${row.direction}`)} · ${row.leverage}x`,
          },
          { head: 'console.users.quantity', kind: 'figure', cell: (row) => format.quantity(row.quantity) },
          { head: 'console.users.mark', kind: 'figure', cell: (row) => format.price(row.markPrice) },
          {
            head: 'console.users.liquidation',
            kind: 'figure',
            cell: (row) => (row.liquidationPrice === null ? '–' : format.price(row.liquidationPrice)),
          },
          { head: 'console.users.pnl', kind: 'figure', cell: (row) => format.quantity(row.unrealisedPnl) },
          { head: 'console.users.margin', kind: 'figure', cell: (row) => format.quantity(row.margin) },
        ]}
      />
    </Section>
  );
}
