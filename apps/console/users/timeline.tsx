import type { TimelineEvent } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { RecordTable } from '../shell/record-table.tsx';
import type { TableSearch } from '../shell/table-search.ts';
import { timelineTerms } from './search.ts';

export interface TimelineProps {
  readonly userId: string;
  readonly why: string;
  /** The view of the list alone. */
  readonly search: TableSearch;
  readonly onShow: (search: TableSearch) => void;
}

/** Everything that concerns the user, newest first unless ordered otherwise. Each page is a look, which the user reads. */
export function Timeline({ userId, why, search, onShow }: TimelineProps) {
  const format = useFormatters();
  const text = useText();
  const { client } = useConsole();
  const intl = useIntl();
  /** A word that has no text yet is shown as it is stored. */
  const shown = (fact: TimelineEvent['facts'][number]): string => {
    if ('text' in fact) return fact.text;
    const id = `console.facts.${fact.of}.${fact.word}`;
    return id in intl.messages ? intl.formatMessage({ id }) : fact.word;
  };
  return (
    <RecordTable<TimelineEvent>
      desk="/timeline"
      terms={timelineTerms}
      {...{ search, onShow }}
      fixed={{ why }}
      queryKey={['users', 'timeline', userId]}
      load={(query) => client.call('getOperatorUserTimeline', { params: { userId }, query: query as never })}
      columns={[
        { head: 'console.shell.time', kind: 'time', cell: (row) => format.dateTime(row.time) },
        {
          head: 'console.users.event',
          card: 'title',
          cell: ({ kind }) => text(`console.users.event.${kind}`),
        },
        {
          head: 'console.users.facts',
          wraps: true,
          card: 'line',
          className: 'sm:min-w-64 wrap-anywhere',
          cell: ({ facts }) => facts.map(shown).join(' · ') || '–',
        },
      ]}
      rowKey={({ id }) => id}
      csv={['id', 'time', 'kind', 'facts']}
      label={text('console.users.tab.timeline')}
      failedTitle={text('console.users.failed')}
      emptyTitle={text('console.users.timeline.none')}
    />
  );
}
