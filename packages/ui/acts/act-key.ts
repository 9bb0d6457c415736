/** Gives the key of an act and remembers it while a retry must carry the same one. */
export interface ActKeys {
  /** The key for these values: the last one while its outcome is open and the values are the same, else a new one. */
  keyFor(values: unknown): string;
  /** The act was answered for good: the next press is another act. */
  decide(): void;
}

/**
 * A press that got no answer may have taken effect. The same values are then sent under the same key, so that nothing
 * is done twice; other values are another act.
 */
export function createActKeys(newKey: () => string): ActKeys {
  let open: { readonly key: string; readonly print: string } | null = null;
  return {
    keyFor(values) {
      const print = printOf(values);
      if (open?.print !== print) open = { key: newKey(), print };
      return open.key;
    },
    decide() {
      open = null;
    },
  };
}

function printOf(values: unknown): string {
  return JSON.stringify(values, (_name, value) => (typeof value === 'bigint' ? `${value}n` : value)) ?? '';
}
