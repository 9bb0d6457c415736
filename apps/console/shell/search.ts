/** The part of an address after the question mark, before it is read. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** The value if it is one of the allowed; undefined for anything else. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  raw: unknown,
): Values[number] | undefined {
  return values.includes(raw as string) ? (raw as Values[number]) : undefined;
}
