import type { Dashboard } from '@candor/api';
import { Badge, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { Section } from '../shell/section.tsx';

interface FactsProps {
  readonly data: Dashboard;
}

/** A reason as a process wrote it in its log: English, whatever the language of the page. */
function Reason({ text }: { readonly text: string }) {
  return (
    <span lang="en" className="block text-12 wrap-anywhere text-ink-3">
      {text}
    </span>
  );
}

export function Health({ data }: FactsProps) {
  const format = useFormatters();
  const text = useText();
  const problems = Object.entries(data.notReady);
  return (
    <Section title={text('console.dashboard.health')}>
      <DetailList ruled>
        <Detail label={text('console.dashboard.ready')} wraps>
          <Badge tone={problems.length === 0 ? 'neutral' : 'warn'}>
            {text(`console.dashboard.${problems.length === 0 ? 'yes' : 'no'}`)}
          </Badge>
          {problems.map(([part, why]) => (
            <Reason key={part} text={`${part}: ${why}`} />
          ))}
        </Detail>
        <Detail label={text('console.dashboard.mode')}>{text(`console.dashboard.mode.${data.mode}`)}</Detail>
        <Detail label={text('console.dashboard.feed')}>{text(`console.dashboard.feed.${data.feed}`)}</Detail>
        <Detail label={text('console.dashboard.version')}>{data.version}</Detail>
        <Detail label={text('console.shell.time')}>{format.dateTime(data.time)}</Detail>
      </DetailList>
    </Section>
  );
}

export function Journal({ data: { journal, history } }: FactsProps) {
  const format = useFormatters();
  const text = useText();
  return (
    <Section title={text('console.dashboard.journal')}>
      <DetailList ruled>
        <Detail label={text('console.shell.state')} wraps>
          {text(`console.dashboard.journal.${journal.state}`)}
          {journal.reason !== null && <Reason text={journal.reason} />}
        </Detail>
        <Detail label={text('console.dashboard.committed')}>{journal.committedSeq}</Detail>
        <Detail label={text('console.dashboard.applied')}>{journal.appliedSeq}</Detail>
        <Detail label={text('console.dashboard.lag')}>{format.count(history.lag)}</Detail>
        <Detail label={text('console.dashboard.epoch')}>{journal.epoch}</Detail>
        <Detail label={text('console.dashboard.kernel')}>{journal.kernelVersion}</Detail>
        <Detail label={text('console.dashboard.head')} wraps>
          <code className="text-12 break-all">{journal.headHash}</code>
        </Detail>
      </DetailList>
    </Section>
  );
}

/**
 * The note beside the state of the feed. Venues of a live feed are listed below it; a recording describes itself, and
 * a feed that stalls says why.
 */
function FeedNote({ data: { feed, feedStatus } }: FactsProps) {
  const text = useText();
  const isRunning = feedStatus.phase === 'running';
  if (isRunning && feed === 'live') return null;
  if (!isRunning || feed === 'replay') return <Reason text={feedStatus.note} />;
  return <span className="block text-12 text-ink-3">{text('console.dashboard.feed.note.simulator')}</span>;
}

export function Feed({ data }: FactsProps) {
  const { feedStatus, queues } = data;
  const format = useFormatters();
  const text = useText();
  return (
    <Section title={text('console.dashboard.source')}>
      <DetailList ruled>
        <Detail label={text('console.shell.state')} wraps>
          {text(`console.dashboard.feed.phase.${feedStatus.phase}`)}
          <FeedNote data={data} />
        </Detail>
        <Detail label={text('console.dashboard.marketTime')}>{format.dateTime(feedStatus.marketTime)}</Detail>
        {feedStatus.venues.map((venue) => (
          <Detail key={venue.name} label={venue.name}>
            {text(venue.connected ? 'console.dashboard.connected' : 'console.dashboard.disconnected')}
          </Detail>
        ))}
        {queues.map((queue) => (
          <Detail key={queue.name} label={text(`console.dashboard.queue.${queue.name}`)}>
            {format.count(queue.waiting)}
          </Detail>
        ))}
      </DetailList>
    </Section>
  );
}
