import type { CsvColumn } from '@candor/ui';

type Scalar = string | number | boolean | null;
type KeyOf<Row, Value> = {
  [Key in keyof Row & string]: Row[Key] extends Value ? Key : never;
}[keyof Row & string];

/**
 * Columns of a file that are fields of the API's rows, under the API's own names: figures are exact, and the fields of
 * `times`, in ms, are written in the reader's zone.
 */
export function csvFields<Row>(
  times: readonly KeyOf<Row, number>[],
  fields: readonly KeyOf<Row, Scalar>[],
): CsvColumn<Row>[] {
  return [
    ...times.map((key): CsvColumn<Row> => [key, (row, at) => at(row[key] as number)]),
    ...fields.map((key): CsvColumn<Row> => [key, (row) => row[key] as Scalar]),
  ];
}
