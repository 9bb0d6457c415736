// No schemas: browsers load this module.

/**
 * A field of an answer that is kept for reuse, filled in before the answer is sent: anything short in braces on one line,
 * for staff writes {order id} or {1} as well as {order}.
 */
const FIELD = /\{([^{}\n]{1,40})\}/g;

/** Returns the names of the fields in braces that nobody has filled in, each once. */
export const emptyFields = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(FIELD)].map(([, name]) => name as string)),
];

/** Returns the text with the fields filled in whose values are known; all others stay in their braces. */
export const withFields = (text: string, known: Readonly<Record<string, string>>): string =>
  text.replace(FIELD, (field, name: string) => known[name] ?? field);
