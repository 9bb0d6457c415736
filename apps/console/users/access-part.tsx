import { mayCall, type OperatorUser } from '@candor/api';
import { Button, DataTable, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useOperator } from '../data/session.ts';
import { Section } from '../shell/section.tsx';
import { EndSessionsDialog } from './end-sessions.tsx';

export interface AccessPartProps {
  readonly user: OperatorUser;
  readonly onEnded: () => void;
}

/** Shows how the user gets in: factors, holds, open logins, devices, API keys. No secret is here. */
export function AccessPart({ user, onEnded }: AccessPartProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const { factors } = user;
  const yes = (is: boolean) => text(is ? 'console.users.yes' : 'console.users.no');
  return (
    <div className="flex flex-col gap-8">
      <Section title={text('console.users.factors')}>
        <DetailList ruled className="max-w-140">
          <Detail label={text('console.users.authenticator')}>{yes(factors.authenticator)}</Detail>
          <Detail label={text('console.users.passkeys')}>{format.count(factors.passkeys)}</Detail>
          <Detail label={text('console.users.recoveryCodes')}>{format.count(factors.recoveryCodes)}</Detail>
          <Detail label={text('console.users.fundPassword')}>{yes(factors.fundPassword)}</Detail>
          <Detail label={text('console.users.antiPhishing')}>{yes(factors.antiPhishing)}</Detail>
          <Detail label={text('console.users.bankCard')}>{yes(factors.bankCard)}</Detail>
          <Detail label={text('console.users.paymentMethods')}>{format.count(factors.paymentMethods)}</Detail>
          {user.holds.map((hold) => (
            <Detail key={hold.reason} label={text('console.users.hold')} wraps>
              {intl.formatMessage({ id: `console.facts.hold.${hold.reason}` })} ·{' '}
              {format.dateTime(hold.until)}
            </Detail>
          ))}
        </DetailList>
      </Section>
      <Section title={text('console.users.sessions')}>
        <DataTable<OperatorUser['sessions'][number]>
          label={text('console.users.sessions')}
          rows={user.sessions}
          rowKey={({ id }) => id}
          emptyTitle={text('console.users.sessions.none')}
          columns={[
            { head: 'console.users.device', card: 'title', cell: ({ device, id }) => device ?? id },
            { head: 'console.users.since', kind: 'time', cell: (row) => format.dateTime(row.issueTime) },
            { head: 'console.users.until', kind: 'time', cell: (row) => format.dateTime(row.expireTime) },
          ]}
        />
        <EndSessions user={user} onEnded={onEnded} />
      </Section>
      <Section title={text('console.users.devices')}>
        <DataTable<OperatorUser['devices'][number]>
          label={text('console.users.devices')}
          rows={user.devices}
          rowKey={({ id }) => id}
          emptyTitle={text('console.users.devices.none')}
          columns={[
            {
              head: 'console.users.device',
              card: 'title',
              cell: ({ name, agent, id }) => name || agent || id,
            },
            { head: 'console.users.address', cell: ({ address }) => address },
            { head: 'console.users.since', kind: 'time', cell: (row) => format.dateTime(row.knownSince) },
            { head: 'console.users.lastUsed', kind: 'time', cell: (row) => format.dateTime(row.lastUsed) },
          ]}
        />
      </Section>
      <Section title={text('console.users.apiKeys')}>
        <DataTable<OperatorUser['apiKeys'][number]>
          label={text('console.users.apiKeys')}
          rows={user.apiKeys}
          rowKey={({ id }) => id}
          emptyTitle={text('console.users.apiKeys.none')}
          columns={[
            { head: 'console.users.keyName', card: 'title', cell: ({ name }) => name },
            {
              head: 'console.users.scopes',
              cell: ({ scopes }) =>
                scopes.map((scope) => intl.formatMessage({ id: `console.facts.scope.${scope}` })).join(' · '),
            },
            { head: 'console.users.since', kind: 'time', cell: (row) => format.dateTime(row.createTime) },
            {
              head: 'console.users.lastUsed',
              kind: 'time',
              cell: (row) => (row.lastUseTime === null ? '–' : format.dateTime(row.lastUseTime)),
            },
          ]}
        />
      </Section>
    </div>
  );
}

/** The button that ends all logins, for the roles that may and where there is one. */
function EndSessions({ user, onEnded }: AccessPartProps) {
  const text = useText();
  const operator = useOperator();
  const [isAsking, setAsking] = useState(false);
  if (operator === null || !mayCall(operator.role, 'endOperatorUserSessions')) return null;
  return (
    <>
      {user.sessions.length > 0 && (
        <Button variant="plain" size="small" className="self-start" onClick={() => setAsking(true)}>
          {text('console.users.sessions.end')}
        </Button>
      )}
      {isAsking && <EndSessionsDialog user={user} onEnded={onEnded} onClose={() => setAsking(false)} />}
    </>
  );
}
