import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { useTimeZone } from '../provider/use-formatters.ts';
import { useText } from '../provider/use-text.ts';
import { type CsvColumn, csvOf } from './csv.ts';
import { saveFile } from './save-file.ts';
import type { RecordsPage } from './use-records.ts';

export interface DownloadCsvProps<Row> {
  /** The file's name without its ending; the day is added. */
  readonly name: string;
  readonly columns: readonly CsvColumn<Row>[];
  /** Fetches the page at the cursor, null for the first. */
  readonly load: (cursor: string | null) => Promise<RecordsPage<Row>>;
}

type Progress = { readonly state: 'idle' | 'failed' } | { readonly state: 'loading'; readonly count: number };

/** A button that loads a whole list, page by page, and saves it as CSV; nothing is saved of a list that broke off. */
export function DownloadCsv<Row>({ name, columns, load }: DownloadCsvProps<Row>) {
  const text = useText();
  const timeZone = useTimeZone();
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const run = async () => {
    const rows: Row[] = [];
    let cursor: string | null = null;
    setProgress({ state: 'loading', count: 0 });
    try {
      do {
        const page: RecordsPage<Row> = await load(cursor);
        rows.push(...page.records);
        cursor = page.nextCursor;
        setProgress({ state: 'loading', count: rows.length });
      } while (cursor !== null);
      // the mark at the start tells spreadsheets that it is UTF-8
      saveFile(
        `${name}-${new Date().toISOString().slice(0, 10)}.csv`,
        `\uFEFF${csvOf(columns, rows, timeZone)}`,
        'text/csv',
      );
      setProgress({ state: 'idle' });
    } catch {
      setProgress({ state: 'failed' });
    }
  };
  const isLoading = progress.state === 'loading';
  return (
    <span className="flex flex-wrap items-center justify-end gap-y-1">
      <span role="status" className="text-12 text-ink-3 not-empty:me-3">
        {isLoading && text('ui.csv.loaded', { count: progress.count })}
        {progress.state === 'failed' && <span className="text-warn">{text('ui.csv.failed')}</span>}
      </span>
      <Button
        variant="plain"
        size="small"
        loading={isLoading}
        icon={<Download aria-hidden="true" className="size-4" strokeWidth={1.75} />}
        onClick={() => void run()}
      >
        {text('ui.csv.download')}
      </Button>
    </span>
  );
}
