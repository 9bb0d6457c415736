import type { DataExport } from '@candor/api';
import { ActMessage, Button, DataTable, saveBlob, toasts, useAct, useFormatters, useText } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { queryKeys, useClient, useServices } from '../../data/index.ts';
import { Section } from '../section.tsx';

const POLL_MS = 2_000;
const isUnderWay = ({ state }: DataExport) => state === 'waiting' || state === 'running';

/** Hands the file to the browser; the link works with this session alone, so a plain one would not do. */
async function save(link: string, token: string): Promise<void> {
  const answer = await fetch(link, { headers: { authorization: token } });
  if (!answer.ok) throw new Error(`the file was not served: ${answer.status}`);
  saveBlob('candor-my-data.zip', await answer.blob());
}

/** The state of an export in words, with its progress while it is made. */
function State({ row }: { readonly row: DataExport }) {
  const text = useText();
  const format = useFormatters();
  if (row.state === 'running')
    return (
      <span className="flex flex-col gap-1">
        {text('mydata.export.running', { done: row.done, total: row.total })}
        <progress
          className="h-1 w-full max-w-40 accent-accent"
          value={row.done}
          max={Math.max(row.total, 1)}
          aria-label={text('mydata.export.state')}
        />
      </span>
    );
  if (row.state === 'ready' && row.expireTime !== null)
    return text('mydata.export.ready', { time: format.dateTime(row.expireTime) });
  return text(`mydata.export.${row.state}` as 'mydata.export.waiting');
}

/** Asks for a file with everything about the user, shows its progress and saves it. */
export function Exports() {
  const client = useClient();
  const queries = useQueryClient();
  const { session } = useServices();
  const text = useText();
  const format = useFormatters();
  const query = useQuery({
    queryKey: queryKeys.dataExports,
    queryFn: () => client.call('getDataExports'),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  });
  const changed = () => queries.invalidateQueries({ queryKey: queryKeys.dataExports });
  const request = useAct<unknown>({
    mutationFn: (_nothing, sending) => client.call('requestDataExport', {}, sending),
    onSuccess: () => toasts.success(text('mydata.export.asked')),
    onSettled: changed,
  });
  const download = useAct({
    async mutationFn(id: string, sending) {
      const { link } = await client.call('getDataExportLink', { body: { id } }, sending);
      await save(link, session.store.getState().token ?? '').catch(() =>
        toasts.error(text('mydata.export.downloadFailed')),
      );
    },
    onSettled: changed,
  });
  return (
    <Section title={text('mydata.export.title')} text={text('mydata.export.text')}>
      <Button
        className="self-start"
        loading={request.isPending}
        disabled={query.data?.some(isUnderWay) ?? false}
        onClick={() => request.mutate(undefined)}
      >
        {text('mydata.export.button')}
      </Button>
      <ActMessage phase={request.phase} error={request.error} />
      <DataTable
        label={text('mydata.export.list')}
        density="roomy"
        skeletons={1}
        rows={query.data ?? null}
        rowKey={({ id }) => id}
        query={query}
        failedTitle={text('mydata.export.failedTitle')}
        emptyTitle={text('mydata.export.none')}
        columns={[
          {
            head: 'mydata.export.requested',
            card: 'title',
            cell: ({ createTime }) => <span className="figure">{format.dateTime(createTime)}</span>,
          },
          { head: 'mydata.export.state', wraps: true, cell: (row) => <State row={row} /> },
          {
            head: 'mydata.export.size',
            cell: ({ bytes }) => (bytes === null ? '—' : `${Math.ceil(bytes / 1024)} KB`),
          },
          {
            head: 'mydata.export.download',
            kind: 'actions',
            cell: ({ id, state }) =>
              state === 'ready' && (
                <Button
                  variant="plain"
                  size="small"
                  loading={download.isPending && download.variables === id}
                  onClick={() => download.mutate(id)}
                >
                  <Download aria-hidden className="size-4" />
                  {text('mydata.export.download')}
                </Button>
              ),
          },
        ]}
      />
      <ActMessage phase={download.phase} error={download.error} />
    </Section>
  );
}
