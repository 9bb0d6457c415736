import type { OperatorMessage } from '@candor/api';
import { type Locale, languageNames } from '@candor/i18n';
import { Badge, type BadgeTone, type Column, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { RecordTable } from '../shell/record-table.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { KeptText } from './kept-text.tsx';
import { messagesSearch, messagesTerms } from './search.ts';

const tones: Readonly<Record<OperatorMessage['state'], BadgeTone>> = {
  waiting: 'neutral',
  sent: 'up',
  kept: 'accent',
  withheld: 'neutral',
  expired: 'warn',
  failed: 'warn',
};

/** The subject of a text, quoted since it is for its reader; its name where another version of the program wrote it. */
function Subject({ kind }: { readonly kind: string }) {
  const intl = useIntl();
  const id = `console.facts.message.${kind}`;
  if (id in intl.messages) return <q>{intl.formatMessage({ id })}</q>;
  return <code className="text-12">{kind}</code>;
}

function useColumns(): readonly Column<OperatorMessage>[] {
  const format = useFormatters();
  const text = useText();
  return [
    { head: 'console.shell.time', kind: 'time', cell: (row) => format.dateTime(row.createTime) },
    { head: 'console.messages.channel', cell: (row) => text(`console.messages.channel.${row.channel}`) },
    {
      head: 'console.messages.recipient',
      wraps: true,
      card: 'title',
      className: 'sm:min-w-48 text-balance wrap-anywhere',
      cell: (row) => row.recipient,
    },
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
      cell: (row) => (row.text === null ? <Subject kind={row.kind} /> : <KeptText words={row.text} />),
    },
    {
      head: 'console.messages.language',
      quiet: true,
      cell: (row) => languageNames[row.language as Locale] ?? row.language,
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

/** Mail and SMS of the last 30 days, newest first. Each page that is fetched is an entry of the log. */
export function MessagesScreen() {
  const text = useText();
  const { client } = useConsole();
  const [search, show] = useDeskSearch(messagesSearch);
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-160 text-14 text-ink-2">{text('console.messages.about')}</p>
      <RecordTable<OperatorMessage>
        desk="/messages"
        terms={messagesTerms}
        search={search}
        onShow={show}
        queryKey={['messages']}
        load={(query) => client.call('getOperatorMessages', { query })}
        columns={useColumns()}
        rowKey={(row) => row.id}
        csv={['id', 'createTime', 'channel', 'recipient', 'kind', 'language', 'state', 'attempts', 'reason']}
        label={text('console.shell.screen.messages')}
        failedTitle={text('console.messages.failed')}
        emptyTitle={text('console.messages.empty')}
      />
    </div>
  );
}
