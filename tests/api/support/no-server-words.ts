import { expect } from 'vitest';
import { chainsOf } from '../../../apps/server/money/chains/index.ts';
import { banksOf } from '../../../apps/server/money/deposits/index.ts';

const names = (['practice', 'real'] as const).flatMap((mode) => [
  ...chainsOf(mode).map(({ name }) => name),
  ...banksOf(mode).map(({ bankName }) => bankName),
]);

/** Asserts that no fact holds a name which the server has in English alone: pages name networks and banks by their codes. */
export function expectNoServerWords(facts: readonly { readonly value: string }[]): void {
  const text = facts.map(({ value }) => value).join('\n');
  for (const name of [...names, '(practice)']) expect(text).not.toContain(name);
}
