/** Size of a table with its indexes and its long values, and the rows that were added and not deleted. */
export interface TableSize {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
}

/** Returns the tables that grew, the fastest first, with their bytes and rows a minute; a table that is new counts whole. */
export function grown(
  before: readonly TableSize[],
  after: readonly TableSize[],
  minutes: number,
): readonly TableSize[] {
  const known = new Map(before.map((table) => [table.name, table]));
  return after
    .map(({ name, bytes, rows }) => ({
      name,
      bytes: (bytes - (known.get(name)?.bytes ?? 0)) / minutes,
      rows: (rows - (known.get(name)?.rows ?? 0)) / minutes,
    }))
    .filter(({ bytes, rows }) => bytes > 0 || rows > 0)
    .sort((a, b) => b.bytes - a.bytes);
}
