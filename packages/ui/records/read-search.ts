/**
 * Reads an address by a screen's own reader. The router keeps each raw value that a reader leaves out, so that the screen
 * would see it all the same: those become undefined.
 */
export function readSearch<Search extends object>(
  read: (raw: Readonly<Record<string, unknown>>) => Search,
  raw: Readonly<Record<string, unknown>>,
): Search {
  const dropped = Object.fromEntries(Object.keys(raw).map((key) => [key, undefined]));
  return { ...dropped, ...read(raw) };
}
