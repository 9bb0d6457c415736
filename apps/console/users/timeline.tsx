import type { TimelineEvent } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { Fragment, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { RecordTable } from '../shell/record-table.tsx';
import type { TableSearch } from '../shell/table-search.ts';
import { withdrawalReasonWords } from './record-words.ts';
import { timelineTerms } from './search.ts';

/** Facts whose words the user reads: they stand in quotation marks, since “your” in them is the user’s. */
const QUOTED: ReadonlySet<string> = new Set(['code', 'kycReason', 'message']);

/** The state of the withdrawal that facts are of; '' for others. */
const stateOf = (facts: TimelineEvent['facts']): string =>
  facts.flatMap((fact) => ('of' in fact && fact.of === 'withdrawal' ? [fact.word] : []))[0] ?? '';

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
  const shown = (fact: TimelineEvent['facts'][number], state: string): ReactNode => {
    if ('text' in fact) return fact.text;
    if (fact.of === 'withdrawalReason') return withdrawalReasonWords(intl, fact.word, state);
    const id = `console.facts.${fact.of}.${fact.word}`;
    if (!(id in intl.messages)) return fact.word;
    const words = intl.formatMessage({ id });
    return QUOTED.has(fact.of) ? <q>{words}</q> : words;
  };
  return (
    <RecordTable<TimelineEvent>
      desk="/timeline"
      terms={timelineTerms}
      search={search}
      onShow={onShow}
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
          cell: ({ facts }) =>
            facts.length === 0
              ? '–'
              : facts.map((fact, at) => (
                  <Fragment key={JSON.stringify(fact)}>
                    {at > 0 && ' · '}
                    {shown(fact, stateOf(facts))}
                  </Fragment>
                )),
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
