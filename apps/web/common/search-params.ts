/** The part of an address after the question mark, as the router has parsed it. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** Returns the raw value if it is one of `values`; undefined otherwise. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  raw: unknown,
): Values[number] | undefined {
  return values.includes(raw as string) ? (raw as Values[number]) : undefined;
}
