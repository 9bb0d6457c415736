import type { OperatorJob } from '@candor/api';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  Select,
  useFormatters,
  useRecords,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { jobStates, jobsSearch } from './search.ts';

const KEY = ['jobs'];
const ALL = 'all';
const REFRESH_MS = 5_000;

function RetryDialog({ job, onClose }: { readonly job: OperatorJob; readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<WithReason>({
    ...{ queryKey: KEY, onClose, defaultValues: {}, done: text('console.jobs.done') },
    send: ({ reason }, sending) =>
      client.call('retryOperatorJob', { params: { id: String(job.id) }, body: { reason } }, sending),
  });
  return (
    <OperatorDialog
      act={act}
      title={`${job.task} · ${job.id}`}
      explain={text('console.jobs.explain')}
      submit={text('console.jobs.retry')}
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
  const [{ state }, show] = useDeskSearch(jobsSearch);
  const [retried, setRetried] = useState<OperatorJob | null>(null);
  const columns = useColumns(setRetried);
  const { query, rows } = useRecords<OperatorJob>({
    queryKey: [...KEY, state ?? ALL],
    refreshMs: REFRESH_MS,
    load: (cursor) =>
      client.call('getOperatorJobs', {
        query: { ...(state === undefined ? {} : { state }), ...(cursor === null ? {} : { cursor }) },
      }),
  });
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-160 text-14 text-ink-2">{text('console.jobs.about')}</p>
      <Select
        label={text('console.shell.state')}
        className="w-72 max-sm:w-full"
        value={state ?? ALL}
        onValueChange={(next) => show(jobsSearch({ state: next }))}
        options={([ALL, ...jobStates] as const).map((value) => ({
          value,
          label: text(`console.jobs.state.${value}`),
        }))}
      />
      <DataTable
        label={text('console.shell.screen.jobs')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        query={query}
        skeletons={6}
        virtual="page"
        failedTitle={text('console.jobs.failed')}
        emptyTitle={text('console.jobs.empty')}
      />
      {retried !== null && <RetryDialog job={retried} onClose={() => setRetried(null)} />}
    </div>
  );
}
