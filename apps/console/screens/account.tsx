import { CallError, type KnownDeviceRow } from '@candor/contract';
import {
  Badge,
  Button,
  Cell,
  EmptyState,
  HeadCell,
  PasswordField,
  Row,
  Table,
  TableBody,
  TableHead,
  TextField,
  toasts,
  useFormatters,
} from '@candor/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../data/error-words.ts';
import { useConsole } from '../data/session.ts';
import { LiveScreen } from './live-screen.tsx';

const KEY = ['devices'];
const EMPTY = { oldPassword: '', newPassword: '', code: '' };
type Field = keyof typeof EMPTY;

/** Changes the operator's own password, by the old one and a code. */
function PasswordForm() {
  const intl = useIntl();
  const { client } = useConsole();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(EMPTY);
  const text = (id: string) => intl.formatMessage({ id });
  const change = useMutation({
    mutationFn: () => client.call('changeOperatorPassword', { body: typed }),
    onSuccess: ({ endedSessions }) => {
      toasts.success(intl.formatMessage({ id: 'console.password.done' }, { count: endedSessions }));
      setTyped(EMPTY);
    },
    onError: () => setTyped((before) => ({ ...before, code: '' })),
    onSettled: () => Promise.all([KEY, ['log']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const { error } = change;
  const place = error instanceof CallError ? error.problem?.field : undefined;
  const errorAt = (field: Field) => (error !== null && place === field ? wordsOf(intl, error) : undefined);
  const edit = (field: Field, value: string) => {
    if (place === field) change.reset();
    setTyped((before) => ({ ...before, [field]: value }));
  };
  const ready = typed.oldPassword !== '' && typed.newPassword !== '' && typed.code.length === 6;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !change.isPending) change.mutate();
  };
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-16 font-semibold">{text('console.password.title')}</h2>
      <p className="max-w-160 text-14 text-ink-2">{text('console.password.text')}</p>
      <form noValidate onSubmit={submit} className="flex max-w-96 flex-col gap-4">
        <PasswordField
          label={text('console.password.old')}
          autoComplete="current-password"
          value={typed.oldPassword}
          onValueChange={(value) => edit('oldPassword', value)}
          maxLength={128}
          error={errorAt('oldPassword')}
        />
        <PasswordField
          label={text('console.password.new')}
          description={text('console.password.hint')}
          autoComplete="new-password"
          value={typed.newPassword}
          onValueChange={(value) => edit('newPassword', value)}
          maxLength={128}
          error={errorAt('newPassword')}
        />
        <TextField
          label={text('console.login.code')}
          description={text('console.login.codeHint')}
          value={typed.code}
          onChange={(event) => edit('code', event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
          autoComplete="one-time-code"
          inputMode="numeric"
          error={errorAt('code')}
        />
        <div role="alert" className="empty:hidden">
          {error !== null && (place === undefined || !(place in EMPTY)) && (
            <p className="border-l-2 border-warn pl-3 text-14 text-ink">{wordsOf(intl, error)}</p>
          )}
        </div>
        <Button type="submit" className="self-start" loading={change.isPending} disabled={!ready}>
          {text('console.password.title')}
        </Button>
      </form>
    </section>
  );
}

function DeviceRow({ device }: { readonly device: KnownDeviceRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const { client } = useConsole();
  const queries = useQueryClient();
  const forget = useMutation({
    mutationFn: () => client.call('forgetOperatorDevice', { params: { id: device.id } }),
    onError: (error) => toasts.error(wordsOf(intl, error)),
    onSettled: () => Promise.all([KEY, ['log']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <Row>
      <Cell className="sm:whitespace-nowrap">
        <span className="max-sm:block">{format.dateTime(device.lastTime)}</span>{' '}
        {device.current && <Badge>{intl.formatMessage({ id: 'console.devices.current' })}</Badge>}
      </Cell>
      <Cell tone="quiet" className="whitespace-nowrap max-sm:hidden">
        {format.dateTime(device.createTime)}
      </Cell>
      <Cell atEnd>
        <Button variant="plain" size="small" loading={forget.isPending} onClick={() => forget.mutate()}>
          {intl.formatMessage({ id: 'console.devices.forget' })}
        </Button>
      </Cell>
    </Row>
  );
}

/** The operator's own account: the password, and the devices that are known. */
export function AccountScreen() {
  const intl = useIntl();
  const { client } = useConsole();
  const query = useQuery({ queryKey: KEY, queryFn: () => client.call('getOperatorDevices') });
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <div className="flex flex-col gap-2 py-6">
      <PasswordForm />
      <LiveScreen query={query} failedTitle="console.devices.failed">
        {(devices) => (
          <section className="flex flex-col gap-3 border-t pt-4">
            <h2 className="text-16 font-semibold">{text('console.devices.title')}</h2>
            <p className="max-w-160 text-14 text-ink-2">{text('console.devices.text')}</p>
            {devices.length === 0 ? (
              <EmptyState title={text('console.devices.none')} />
            ) : (
              <Table label={text('console.devices.title')} density="roomy" className="max-w-180">
                <TableHead>
                  <HeadCell>{text('console.devices.last')}</HeadCell>
                  <HeadCell className="max-sm:hidden">{text('console.devices.since')}</HeadCell>
                  <HeadCell>
                    <span className="sr-only">{text('console.devices.forget')}</span>
                  </HeadCell>
                </TableHead>
                <TableBody>
                  {devices.map((device) => (
                    <DeviceRow key={device.id} device={device} />
                  ))}
                </TableBody>
              </Table>
            )}
          </section>
        )}
      </LiveScreen>
    </div>
  );
}
