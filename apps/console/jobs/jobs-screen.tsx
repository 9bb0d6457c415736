import type { OperatorJob } from '@candor/api';
import { Badge, Button, type Column, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { ReasonDialog } from '../shell/reason-dialog.tsx';
import { RecordTable } from '../shell/record-table.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { jobsSearch, jobsTerms } from './search.ts';

const KEY = ['jobs'];
const REFRESH_MS = 5_000;

function RetryDialog({ job, onClose }: { readonly job: OperatorJob; readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  return (
    <ReasonDialog
      queryKey={KEY}
      title={`${job.task} · ${job.id}`}
      explain={text('console.jobs.explain')}
      submit={text('console.jobs.retry')}
      readers="operators"
      done={text('console.jobs.done')}
      send={({ reason }, sending) =>
        client.call('retryOperatorJob', { params: { id: String(job.id) }, body: { reason } }, sending)
      }
      onClose={onClose}
    />
  );
}

function useColumns(onRetry: (job: OperatorJob) => void): readonly Column<OperatorJob>[] {
  const format = useFormatters();
  const text = useText();
  return [
    { head: 'console.jobs.no', kind: 'figure', quiet: true, cell: ({ id }) => id },
    { head: 'console.jobs.task', card: 'title', cell: ({ task }) => <code className="text-13">{task}</code> },
    {
      head: 'console.shell.state',
      cell: ({ state }) => (
        <Badge tone={state === 'failed' || state === 'retrying' ? 'warn' : 'neutral'}>
          {text(`console.jobs.state.${state}`)}
        </Badge>
      ),
    },
    {
      head: 'console.jobs.attempts',
      kind: 'figure',
      cell: ({ attempts, maxAttempts }) => `${attempts}/${maxAttempts}`,
    },
    { head: 'console.jobs.made', quiet: true, cell: (row) => format.dateTime(row.createTime) },
    {
      head: 'console.jobs.next',
      cell: ({ nextTime }) => (nextTime === null ? '–' : format.dateTime(nextTime)),
    },
    {
      head: 'console.jobs.error',
      quiet: true,
      wraps: true,
      card: 'line',
      className: 'sm:min-w-48',
      cell: ({ lastError }) => lastError ?? '–',
    },
    {
      head: 'console.shell.actions',
      kind: 'actions',
      card: 'corner',
      cell: (job) =>
        job.state !== 'running' && (
          <Button variant="plain" size="small" onClick={() => onRetry(job)}>
            {text('console.jobs.retry')}
          </Button>
        ),
    },
  ];
}

/** The jobs that are not done; the next try of one can be brought forward, with a reason. */
export function JobsScreen() {
  const text = useText();
  const { client } = useConsole();
  const [search, show] = useDeskSearch(jobsSearch);
  const [retried, setRetried] = useState<OperatorJob | null>(null);
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-160 text-14 text-ink-2">{text('console.jobs.about')}</p>
      <RecordTable<OperatorJob>
        desk="/jobs"
        terms={jobsTerms}
        search={search}
        onShow={show}
        queryKey={KEY}
        refreshMs={REFRESH_MS}
        load={(query) => client.call('getOperatorJobs', { query })}
        columns={useColumns(setRetried)}
        rowKey={(row) => row.id}
        csv={['id', 'task', 'state', 'attempts', 'maxAttempts', 'createTime', 'nextTime', 'lastError']}
        label={text('console.shell.screen.jobs')}
        failedTitle={text('console.jobs.failed')}
        emptyTitle={text('console.jobs.empty')}
      />
      {retried !== null && <RetryDialog job={retried} onClose={() => setRetried(null)} />}
    </div>
  );
}
