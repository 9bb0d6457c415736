import {
  ActMessage,
  Badge,
  Button,
  ConfirmDialog,
  DataTable,
  TextLink,
  toasts,
  useAct,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useClient, useServices } from '../data/index.ts';
import { AccountPage } from '../shell/account-page.tsx';
import { CreateKey } from './create-key.tsx';
import { type ApiKey, useApiKeys, useApiKeysChanged } from './use-api-keys.ts';

/** Asks for confirmation before a key is deleted. */
function DeleteDialog({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const client = useClient();
  const text = useText();
  const changed = useApiKeysChanged();
  const remove = useAct({
    mutationFn: (id: string, sending) => client.call('deleteApi', { query: { id } }, sending),
    onSuccess: () => {
      toasts.success(text('apikeys.deleted'));
      onClose();
    },
    onSettled: changed,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={text('apikeys.deleteTitle')}
      description={text('apikeys.deleteText')}
      dismiss={text('apikeys.keepKey')}
      confirm={text('apikeys.delete')}
      variant="danger"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(apiKey.id)}
    >
      <p className="text-14 font-semibold wrap-anywhere">{apiKey.name}</p>
      <ActMessage phase={remove.phase} error={remove.error} />
    </ConfirmDialog>
  );
}

/** The user's API keys, the form that makes one, and the question before one is deleted. */
export function ApiKeysPage() {
  const text = useText();
  const format = useFormatters();
  const query = useApiKeys();
  const { serverNowMs } = useServices();
  const [deleting, setDeleting] = useState<ApiKey | null>(null);
  const isOver = ({ expireTime }: ApiKey) => expireTime !== null && expireTime <= serverNowMs();
  return (
    <AccountPage current="apiKeys">
      <div className="flex flex-col gap-6">
        <h1 className="text-20 font-semibold">{text('menu.apiKeys')}</h1>
        <p className="max-w-160 text-14 text-ink-2">
          {text('apikeys.text')} <TextLink href="/docs#rules">{text('apikeys.docs')}</TextLink>
        </p>
        <DataTable
          label={text('menu.apiKeys')}
          density="roomy"
          skeletons={2}
          rows={query.data?.list ?? null}
          rowKey={({ id }) => id}
          query={query}
          failedTitle={text('apikeys.failed')}
          emptyTitle={text('apikeys.none')}
          columns={[
            {
              head: 'apikeys.key',
              card: 'title',
              wraps: true,
              cell: (key) => (
                <>
                  <span className="flex flex-wrap items-center gap-2">
                    <span className="font-semibold wrap-anywhere">{key.name}</span>
                    {isOver(key) && <Badge>{text('apikeys.expired')}</Badge>}
                  </span>
                  <span className="figure block text-13 font-normal wrap-anywhere text-ink-2">{key.id}</span>
                </>
              ),
            },
            {
              head: 'apikeys.scopes',
              wraps: true,
              cell: ({ scopes }) => (
                <span className="flex flex-wrap gap-1">
                  {scopes.map((scope) => (
                    <Badge key={scope}>{text(`apikeys.scope.${scope}`)}</Badge>
                  ))}
                </span>
              ),
            },
            {
              head: 'apikeys.addresses',
              wraps: true,
              cell: ({ addresses }) =>
                addresses.length === 0 ? (
                  text('apikeys.everywhere')
                ) : (
                  <span className="figure wrap-anywhere">{addresses.join(', ')}</span>
                ),
            },
            {
              head: 'apikeys.lastUsed',
              kind: 'time',
              cell: ({ lastTime, lastAddress }) =>
                lastTime === null ? (
                  text('apikeys.never')
                ) : (
                  <>
                    {format.dateTime(lastTime)}
                    <span className="block text-13 text-ink-2">{lastAddress}</span>
                  </>
                ),
            },
            {
              head: 'apikeys.expires',
              kind: 'time',
              cell: ({ expireTime }) =>
                expireTime === null ? text('apikeys.never') : format.dateTime(expireTime),
            },
            {
              head: 'apikeys.delete',
              kind: 'actions',
              cell: (key) => (
                <Button variant="plain" size="small" onClick={() => setDeleting(key)}>
                  {text('apikeys.delete')}
                </Button>
              ),
            },
          ]}
        />
        <section
          aria-labelledby="create-key"
          className="grid gap-x-12 gap-y-4 border-t pt-6 xl:grid-cols-[17rem_minmax(0,1fr)]"
        >
          <h2 id="create-key" className="text-16 font-semibold">
            {text('apikeys.create')}
          </h2>
          <CreateKey />
        </section>
        {deleting !== null && <DeleteDialog apiKey={deleting} onClose={() => setDeleting(null)} />}
      </div>
    </AccountPage>
  );
}
