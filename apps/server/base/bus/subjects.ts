/** Splits a subject into tokens. Throws TypeError for an empty or wildcard token. */
export function tokensOf(subject: string): string[] {
  const tokens = subject.split('.');
  if (tokens.some((token) => token === '' || token === '*' || token === '>'))
    throw new TypeError(`not a subject: ${subject}`);
  return tokens;
}

function patternTokens(pattern: string): string[] {
  const tokens = pattern.split('.');
  if (tokens.some((token, at) => token === '' || (token === '>' && at !== tokens.length - 1)))
    throw new TypeError(`not a subject pattern: ${pattern}`);
  return tokens;
}

interface Entry<Value> {
  readonly tokens: readonly string[];
  readonly value: Value;
}

/**
 * Stores values by subject pattern. A lookup returns values of the exact subject first, then the others in insertion
 * order.
 */
export class PatternTable<Value> {
  readonly #exact = new Map<string, Set<Entry<Value>>>();
  readonly #wildcard = new Set<Entry<Value>>();

  /** Adds a value and returns a function that removes it. Throws TypeError for a malformed pattern. */
  add(pattern: string, value: Value): () => void {
    const tokens = patternTokens(pattern);
    const entry = { tokens, value };
    if (tokens.includes('*') || tokens.includes('>')) {
      this.#wildcard.add(entry);
      return () => void this.#wildcard.delete(entry);
    }
    const direct = this.#exact.get(pattern) ?? new Set();
    this.#exact.set(pattern, direct.add(entry));
    return () => {
      direct.delete(entry);
      if (direct.size === 0 && this.#exact.get(pattern) === direct) this.#exact.delete(pattern);
    };
  }

  /** Returns the values whose patterns match. Throws TypeError for an invalid subject. */
  match(subject: string): Value[] {
    const tokens = tokensOf(subject);
    const found: Value[] = [];
    for (const { value } of this.#exact.get(subject) ?? []) found.push(value);
    for (const entry of this.#wildcard) if (matches(entry.tokens, tokens)) found.push(entry.value);
    return found;
  }
}

function matches(pattern: readonly string[], tokens: readonly string[]): boolean {
  const open = pattern.at(-1) === '>';
  if (open ? tokens.length < pattern.length : tokens.length !== pattern.length) return false;
  return pattern.every(
    (token, at) => token === '*' || (open && at === pattern.length - 1) || token === tokens[at],
  );
}
