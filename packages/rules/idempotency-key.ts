/** Time for which a used key is refused for another body and answered for the same one. */
export const KEY_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
/** Maximum time by which a key's clock may be ahead of the server. */
export const KEY_MAX_AHEAD_MS = 24 * 60 * 60 * 1000;

const BASE = 36;
const LOWEST_TIME_DIGITS = 8;
const HIGHEST_TIME_DIGITS = 10;

/**
 * Makes an idempotency key that states its own age: `t<unix time in ms, base 36>-<random>`. Other keys work too, but
 * only this kind can be refused once it is too old to be remembered. `random` is at least 16 characters of chance.
 */
export function timedKey(nowMs: number, random: string): string {
  return `t${nowMs.toString(BASE)}-${random}`;
}

/** The time in a timed key (after the last colon, where a call's name precedes it); null for any other key. */
export function keyTimeMs(key: string): number | null {
  const from = key.lastIndexOf(':') + 1;
  const dash = key.indexOf('-', from);
  const digits = dash - from - 1;
  if (key[from] !== 't' || digits < LOWEST_TIME_DIGITS || digits > HIGHEST_TIME_DIGITS) return null;
  const text = key.slice(from + 1, dash);
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    const isDigit = char >= 48 && char <= 57;
    const isLetter = char >= 97 && char <= 122;
    if (!isDigit && !isLetter) return null;
  }
  return Number.parseInt(text, BASE);
}
