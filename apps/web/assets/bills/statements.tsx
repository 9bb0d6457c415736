import type { StatementRow } from '@candor/api';
import {
  ActMessage,
  Button,
  Select,
  saveFile,
  toasts,
  useAct,
  useFormatters,
  useProblem,
  useText,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys, useClient, useSignedIn } from '../../data/index.ts';

const REFRESH_MS = 1_500;
const KEY = [...queryKeys.bills, 'statements'];

const isUnderWay = (row: StatementRow | undefined) => row?.state === 'waiting' || row?.state === 'making';

/** Yearly statements: asked for, watched while they are made, and saved. */
export function Statements() {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const queries = useQueryClient();
  const problemOf = useProblem();
  const signedIn = useSignedIn();
  const [chosen, setYear] = useState<string | null>(null);
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => client.call('getStatements'),
    enabled: signedIn,
    refetchInterval: ({ state }) => (state.data?.list.some(isUnderWay) === true ? REFRESH_MS : false),
  });
  const make = useAct<unknown, number>({
    mutationFn: (year, sending) => client.call('requestStatement', { body: { year } }, sending),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  if (query.data === undefined) return null;
  const { years, list } = query.data;
  const year = Number(chosen ?? years[0]);
  const row = list.find((each) => each.year === year);
  const load = async () => {
    try {
      const file = await client.call('getStatementFile', { params: { year: String(year) } });
      saveFile(file.name, file.text, 'text/csv');
    } catch (error) {
      toasts.error(problemOf(error).text);
    }
  };
  return (
    <section className="flex flex-col gap-3 border-t pt-6">
      <h2 className="text-16 font-semibold">{text('assets.statement')}</h2>
      <p className="max-w-160 text-13 text-ink-2">{text('assets.statement.text')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={text('assets.statement.year')}
          className="w-32"
          value={String(year)}
          onValueChange={setYear}
          options={years.map((each) => ({ value: String(each), label: String(each) }))}
        />
        <Button variant="quiet" loading={make.isPending || isUnderWay(row)} onClick={() => make.mutate(year)}>
          {text(row === undefined ? 'assets.statement.make' : 'assets.statement.again')}
        </Button>
        {row?.state === 'ready' && (
          <Button onClick={() => void load()}>{text('assets.statement.save')}</Button>
        )}
      </div>
      <div role="status" className="min-h-5 text-13 text-ink-2">
        {row !== undefined && isUnderWay(row) && (
          <span className="flex items-center gap-3">
            <progress
              max={100}
              value={row.progress}
              aria-label={text('assets.statement')}
              className="h-1.5 w-48"
            />
            {format.percent(String(row.progress), 0)}
          </span>
        )}
        {row?.state === 'ready' &&
          text('assets.statement.ready', { count: row.entries, time: format.dateTime(row.time) })}
        {row?.state === 'failed' && <span className="text-warn">{text('assets.statement.failed')}</span>}
      </div>
      {make.error !== null && <ActMessage phase={make.phase} error={make.error} />}
    </section>
  );
}
