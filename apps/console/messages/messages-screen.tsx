import type { OperatorMessage } from '@candor/api';
import {
  Badge,
  type BadgeTone,
  Button,
  type Column,
  DataTable,
  TextField,
  useFormatters,
  useRecords,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { messagesSearch } from './search.ts';

const tones: Readonly<Record<OperatorMessage['state'], BadgeTone>> = {
  waiting: 'neutral',
  sent: 'up',
  kept: 'accent',
  withheld: 'neutral',
  expired: 'warn',
  failed: 'warn',
};

function useColumns(): readonly Column<OperatorMessage>[] {
  const format = useFormatters();
  const text = useText();
  return [
    { head: 'console.shell.time', kind: 'time', cell: (row) => format.dateTime(row.createTime) },
    { head: 'console.messages.channel', cell: (row) => text(`console.messages.channel.${row.channel}`) },
    { head: 'console.messages.recipient', card: 'title', cell: (row) => row.recipient },
    {
      head: 'console.shell.state',
      card: 'corner',
      cell: (row) => <Badge tone={tones[row.state]}>{text(`console.messages.state.${row.state}`)}</Badge>,
    },
    {
      head: 'console.messages.text',
      wraps: true,
      card: 'line',
      className: 'sm:min-w-64 break-words',
      // the name of the text, where the text itself is not for operators
      cell: (row) => row.text ?? <code className="text-12">{row.kind}</code>,
    },
    {
      head: 'console.messages.language',
      quiet: true,
      cell: (row) => <code className="text-12">{row.language}</code>,
    },
    { head: 'console.messages.attempts', kind: 'figure', quiet: true, cell: (row) => row.attempts },
    {
      head: 'console.messages.error',
      quiet: true,
      wraps: true,
      card: 'line',
      cell: (row) => row.reason ?? '–',
    },
  ];
}

/** Finds messages by a part of their address or number. */
function Filter({ to, onFind }: { readonly to: string; readonly onFind: (to: string) => void }) {
  const text = useText();
  const [value, setValue] = useState(to);
  return (
    <form
      className="flex items-end gap-3 max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(value.trim());
      }}
    >
      <TextField
        label={text('console.messages.recipient')}
        className="w-72 max-sm:w-full"
        type="search"
        maxLength={120}
        value={value}
        onValueChange={setValue}
      />
      <Button type="submit" variant="quiet">
        {text('console.messages.find')}
      </Button>
    </form>
  );
}

/** Mail and SMS of the last 30 days, newest first. Each page that is fetched is an entry of the log. */
export function MessagesScreen() {
  const text = useText();
  const { client } = useConsole();
  const [{ to }, show] = useDeskSearch(messagesSearch);
  const columns = useColumns();
  const { query, rows } = useRecords<OperatorMessage>({
    queryKey: ['messages', to ?? null],
    fetchesOnce: true,
    load: (cursor) =>
      client.call('getOperatorMessages', {
        query: { ...(to === undefined ? {} : { recipient: to }), ...(cursor === null ? {} : { cursor }) },
      }),
  });
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-160 text-14 text-ink-2">{text('console.messages.about')}</p>
      <Filter
        key={to ?? ''}
        to={to ?? ''}
        onFind={(next) => {
          if (next === (to ?? '')) void query.refetch();
          else show(next === '' ? {} : { to: next });
        }}
      />
      <DataTable
        label={text('console.shell.screen.messages')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        query={query}
        skeletons={6}
        virtual="page"
        failedTitle={text('console.messages.failed')}
        emptyTitle={text('console.messages.empty')}
      />
    </div>
  );
}
