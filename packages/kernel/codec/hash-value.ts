import type { Hash128 } from './hash128.ts';

/** Feeds a plain value to a hash: objects by their keys in the order in which they were made, and all of them. */
export function hashValue(hash: Hash128, value: unknown): void {
  switch (typeof value) {
    case 'number':
      hash.number(value);
      return;
    case 'string':
      hash.text(value);
      return;
    case 'bigint':
      hash.text(value.toString());
      return;
    case 'boolean':
      hash.number(value ? 1 : 0);
      return;
    case 'object':
      hashObject(hash, value);
      return;
    default:
      throw new TypeError(`A ${typeof value} has no place in an event`);
  }
}

function hashObject(hash: Hash128, value: object | null): void {
  if (value === null) {
    hash.text('null');
  } else if (Array.isArray(value)) {
    hash.number(value.length);
    for (const item of value) hashValue(hash, item);
  } else {
    for (const key of Object.keys(value)) {
      hash.text(key);
      hashValue(hash, (value as Record<string, unknown>)[key]);
    }
  }
}
