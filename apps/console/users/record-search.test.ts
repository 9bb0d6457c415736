import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { depositStates, WITHDRAWAL_STATES } from '@candor/api';
import { expect, it } from 'vitest';

const messages = join(import.meta.dirname, '../../../packages/i18n/messages');
const server = join(import.meta.dirname, '../../server');

/** Every state of a deposit as its table declares it. */
function declaredStates(): string[] {
  const text = readFileSync(join(server, 'money/deposits/schema.ts'), 'utf8');
  const [, union = ''] = /export type DepositState =([^;]+);/.exec(text) ?? [];
  return [...union.matchAll(/'([\w-]+)'/g)].map(([, state = '']) => state);
}

it('filters deposits by every state that one can have', () => {
  expect(declaredStates().length).toBeGreaterThan(5);
  expect([...depositStates].toSorted()).toEqual(declaredStates().toSorted());
});

it('has words for every state of deposits and withdrawals in each language', () => {
  const files = globSync('*/console/records.json', { cwd: messages });
  expect(files.length).toBe(13);
  for (const file of files) {
    const words = JSON.parse(readFileSync(join(messages, file), 'utf8')) as Record<string, string>;
    const bare = [...depositStates, ...WITHDRAWAL_STATES].filter(
      (state) => words[`console.records.state.${state}`] === undefined,
    );
    expect(bare, file).toEqual([]);
  }
});
