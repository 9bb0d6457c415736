import { isoInZone } from '@candor/i18n';

/** Writes a time in ms as ISO 8601, with the offset of the reader's zone. */
export type CsvTime = (epochMs: number) => string;

/** One column of a CSV file: its name in the first line, and the text of a row; null and undefined give an empty field. */
export type CsvColumn<Row> = readonly [
  name: string,
  text: (row: Row, time: CsvTime) => string | number | boolean | null,
];

const FIGURE = /^-?\d+(\.\d+)?$/;
/** A spreadsheet reads a field that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function field(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  const safe = FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns rows as a CSV file (RFC 4180, lines end with CR LF). Figures are written as they are, so that they can be
 * summed; text that a spreadsheet would run as a formula begins with an apostrophe. Times are of the zone.
 */
export function csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  timeZone = 'UTC',
): string {
  const time: CsvTime = (epochMs) => isoInZone(timeZone, epochMs);
  const lines = [
    columns.map(([name]) => field(name)),
    ...rows.map((row) => columns.map(([, text]) => field(text(row, time)))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}
