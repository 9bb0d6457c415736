import { type TimelineEvent, timelineParts } from '@candor/api';
import { DataTable, Select, useFormatters, useRecords, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';

const ALL = 'all';

export interface TimelineProps {
  readonly userId: string;
  readonly why: string;
  readonly part: string | undefined;
  readonly onPart: (part: string | undefined) => void;
}

/** Everything that concerns the user, newest first, of one part or all. */
export function Timeline({ userId, why, part, onPart }: TimelineProps) {
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
  const { query, rows } = useRecords<TimelineEvent>({
    queryKey: ['users', 'timeline', userId, part ?? ALL],
    fetchesOnce: true,
    load: (cursor) =>
      client.call('getOperatorUserTimeline', {
        params: { userId },
        query: {
          why: why as never,
          ...(part === undefined ? {} : { part: part as never }),
          ...(cursor === null ? {} : { cursor }),
        },
      }),
  });
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={text('console.users.part')}
        className="w-72 max-sm:w-full"
        value={part ?? ALL}
        onValueChange={(next) => onPart(next === ALL ? undefined : next)}
        options={[
          { value: ALL, label: text('console.shell.all') },
          ...timelineParts.map((value) => ({ value, label: text(`console.users.part.${value}`) })),
        ]}
      />
      <DataTable<TimelineEvent>
        label={text('console.users.tab.timeline')}
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
        rows={rows}
        rowKey={({ id }) => id}
        query={query}
        skeletons={6}
        virtual="page"
        failedTitle={text('console.users.failed')}
        emptyTitle={text('console.users.timeline.none')}
      />
    </div>
  );
}
