import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const CALL = /(?:client\.call\(\s*|const call = [^;]*)'(\w+)'/g;

/** Acts whose reason a list of the customers' calls, or the user's own page of looks, shows as it was written. */
const readByUsers = [
  ...[
    'addToSecondsPool',
    'announceMarketTerms',
    'changeAccountTiers',
    'changeSecondsCap',
    'changeSecondsTerms',
  ],
  ...[
    'correctBalance',
    'endOperatorUserSessions',
    'fundStaking',
    'fundSwaps',
    'publishTerms',
    'releaseSuspense',
  ],
  ...['reverseDeposit', 'setFeature', 'setSecondsState', 'setSecondsUserCap', 'setSwapState', 'setSwapTerms'],
  ...['setSymbolState', 'withdrawMarketTerms'],
];

it('says of a reason that users read it where they do, and nowhere else', () => {
  const read = { users: new Set<string>(), operators: new Set<string>() };
  for (const file of globSync('*/*.tsx', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const dialog of source.matchAll(/<OperatorDialog[\s\S]*?readers="(users|operators)"/g)) {
      const before = [...source.slice(0, dialog.index).matchAll(CALL)].map(([, name = '']) => name);
      read[dialog[1] as keyof typeof read].add(`${file} ${before.at(-1)}`);
    }
  }
  const names = (of: Set<string>) => [...of].map((each) => each.split(' ')[1]).sort();
  expect(names(read.users)).toEqual([...readByUsers].sort());
  expect(read.operators.size).toBeGreaterThan(8);
});
