import type { CsvColumn } from '@candor/ui';

/** The column of a UTC day, which is the same date in every zone. */
export function csvDay<Row extends { readonly day: number }>(): CsvColumn<Row> {
  return ['day', ({ day }) => new Date(day).toISOString().slice(0, 10)];
}
