import type { DataRow } from '../../base/records/own-data.ts';
import type { ZipFile, ZipWriter } from './zip.ts';

/** Writes the same records as CSV and as JSON. */
export interface DataFile {
  write(rows: readonly DataRow[]): Promise<void>;
  end(): Promise<void>;
}

/** A value as both formats show it: times as ISO 8601 in UTC, integers exactly, bytes in hexadecimal digits. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (Buffer.isBuffer(value)) return value.toString('hex');
  return value ?? null;
}

/** A cell of CSV by RFC 4180. A text that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvCell(value: unknown): string {
  const shown = plain(value);
  if (shown === null) return '';
  const text = typeof shown === 'object' ? JSON.stringify(shown, (_, each) => plain(each)) : String(shown);
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Begins `csv/<name>.csv` and `json/<name>.json`. The columns are the fields of the first record. */
export function dataFile(zip: ZipWriter, name: string): DataFile {
  let files: { readonly csv: ZipFile; readonly json: ZipFile; readonly columns: readonly string[] } | null =
    null;
  let isFirst = true;
  return {
    async write(rows) {
      const [first] = rows;
      if (first === undefined) return;
      if (files === null) {
        const columns = Object.keys(first);
        files = { csv: zip.file(`csv/${name}.csv`), json: zip.file(`json/${name}.json`), columns };
        await files.csv.write(`${columns.map(csvCell).join(',')}\r\n`);
      }
      const { columns } = files;
      const lines = rows.map((row) => `${columns.map((column) => csvCell(row[column])).join(',')}\r\n`);
      await files.csv.write(lines.join(''));
      const texts = rows.map((row) => JSON.stringify(row, (_, each) => plain(each)));
      await files.json.write(`${isFirst ? '[' : ','}\n${texts.join(',\n')}`);
      isFirst = false;
    },
    async end() {
      if (files === null) return;
      await files.csv.end();
      await files.json.write('\n]\n');
      await files.json.end();
    },
  };
}
