import { type SigningKeys, signingKeyText } from '@candor/api';
import {
  ActMessage,
  Button,
  DataTable,
  Detail,
  DetailList,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useConsole, useOperator } from '../data/session.ts';
import { canMakeKeys, holdsSigningKey, makeSigningKey, signText } from '../data/signing-key.ts';
import { CodeField } from '../shell/code-field.tsx';
import { LiveScreen } from '../shell/live-screen.tsx';
import { Section } from '../shell/section.tsx';

const KEYS = ['signing-keys'];
const REFRESH_MS = 5_000;

type OwnKey = NonNullable<SigningKeys['own']>;
type AcceptedKey = NonNullable<SigningKeys['accepted']>[number];

/** The operator's key: where it is, and what makes the signer accept it. */
function Own({ own, isAway }: { readonly own: OwnKey; readonly isAway: boolean }) {
  const text = useText();
  const format = useFormatters();
  const operator = useOperator();
  const held = useQuery({
    queryKey: [...KEYS, 'held', own.publicKey],
    queryFn: () => holdsSigningKey(own.publicKey),
  });
  return (
    <Section title={text('console.signing.own')}>
      <DetailList ruled>
        <Detail label={text('console.signing.fingerprint')} wraps>
          <span className="font-mono wrap-anywhere select-all">{own.fingerprint}</span>
        </Detail>
        <Detail label={text('console.signing.since')}>{format.dateTime(own.createTime)}</Detail>
        {held.data !== undefined && (
          <Detail label={text('console.signing.here')} wraps>
            {text(held.data ? 'console.signing.held' : 'console.signing.notHeld')}
          </Detail>
        )}
        <Detail label={text('console.signing.signer')} wraps>
          {isAway
            ? text('console.signing.away')
            : own.acceptedAs === null
              ? text('console.signing.notAccepted')
              : text('console.signing.accepted', { operator: own.acceptedAs })}
        </Detail>
      </DetailList>
      {own.acceptedAs === null && (
        <div className="flex max-w-160 flex-col gap-2 text-14">
          <p className="text-ink-2">{text('console.signing.command')}</p>
          <code className="rounded-base bg-wash p-3 text-13 wrap-anywhere select-all">
            npm run signer:allow -- {(operator?.name ?? '').toLowerCase()} {own.fingerprint}
          </code>
          <p className="text-ink-2">{text('console.signing.practice')}</p>
        </div>
      )}
    </Section>
  );
}

/** Makes a key in this browser and registers its public part by a code. */
function Make({ isFirst }: { readonly isFirst: boolean }) {
  const { client } = useConsole();
  const text = useText();
  const queries = useQueryClient();
  const operator = useOperator();
  const made = useRef<string | null>(null);
  const possible = useQuery({ queryKey: [...KEYS, 'possible'], queryFn: canMakeKeys });
  const act = useActForm<{ readonly code: string }, SigningKeys>({
    defaultValues: { code: '' },
    send: async ({ code }, sending) => {
      // a wrong code does not cost a key
      made.current ??= await makeSigningKey();
      const publicKey = made.current;
      const signature = await signText(publicKey, signingKeyText(operator?.name ?? '', publicKey));
      if (signature === null) throw new Error('the browser did not keep the key');
      return client.call('registerSigningKey', { body: { publicKey, signature, code } }, sending);
    },
    onDone: (_data, _values, form) => {
      made.current = null;
      toasts.success(text('console.signing.made'));
      form.reset({ code: '' });
    },
    // each code works once
    onFailed: (_field, form) => form.setValue('code', ''),
    onSettled: () => Promise.all([KEYS, ['log']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <Section title={text('console.signing.make')}>
      {!isFirst && <p className="max-w-160 text-14 text-ink-2">{text('console.signing.makeHint')}</p>}
      {possible.data === false ? (
        <p className="max-w-160 text-14 text-warn">{text('console.signing.unsupported')}</p>
      ) : (
        <form noValidate onSubmit={act.submit} className="flex max-w-96 flex-col gap-4">
          <CodeField act={act} />
          <Button type="submit" className="self-start" loading={act.isPending}>
            {text('console.signing.make')}
          </Button>
          <ActMessage phase={null} error={act.error} />
        </form>
      )}
    </Section>
  );
}

/** The operator's signing key, and the keys that the signer accepts. */
export function SigningScreen() {
  const { client } = useConsole();
  const text = useText();
  const query = useQuery({
    queryKey: [...KEYS, 'list'],
    queryFn: () => client.call('getSigningKeys'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.signing.failed">
      {({ own, accepted }) => (
        <div className="flex flex-col gap-8">
          <p className="max-w-160 text-14 text-ink-2">{text('console.signing.text')}</p>
          {own !== null && <Own own={own} isAway={accepted === null} />}
          <Make isFirst={own === null} />
          <Section title={text('console.signing.list')}>
            {accepted === null ? (
              <p className="text-14 text-warn">{text('console.signing.away')}</p>
            ) : (
              <DataTable<AcceptedKey>
                label={text('console.signing.list')}
                density="roomy"
                className="max-w-180"
                rows={accepted}
                rowKey={({ fingerprint }) => fingerprint}
                query={query}
                failedTitle={text('console.signing.failed')}
                emptyTitle={text('console.signing.none')}
                columns={[
                  { head: 'console.log.operator', card: 'title', cell: ({ operator }) => operator },
                  {
                    head: 'console.signing.fingerprint',
                    cell: ({ fingerprint }) => <span className="font-mono wrap-anywhere">{fingerprint}</span>,
                  },
                ]}
              />
            )}
          </Section>
        </div>
      )}
    </LiveScreen>
  );
}
