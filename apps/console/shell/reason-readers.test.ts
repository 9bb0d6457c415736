import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const CALL = /(?:client\.call\(\s*|const call = [^;]*)'(\w+)'|desk\.(\w+)\(/g;
/** The dialog of fundings, whose reason the users of a pool read: its users hand it their call. */
const FUNDING = /<FundDialog[\s\S]*?(?:client\.call\(\s*'(\w+)'|desk\.(\w+)\()/g;
/** Dialogs of acts that need their reason alone. */
const REASON = /<ReasonDialog[\s\S]*?readers="(users|operators)"[\s\S]*?onClose=/g;
const SENT = /client\.call\(\s*'(\w+)'/g;
const DESK_CALL = /^ {2}(\w+): \(client.*\n?.*client\.call\('(\w+)'/gm;

/** Calls that a dialog which several desks share sends by its name there. */
function desksCalls(source: string): ReadonlyMap<string, readonly string[]> {
  const calls = [...source.matchAll(DESK_CALL)].map(([, name = '', call = '']) => ({ name, call }));
  const byName = Map.groupBy(calls, ({ name }) => name);
  return new Map([...byName].map(([name, of]) => [name, of.map(({ call }) => call)]));
}

/** Acts whose reason a list of the customers' calls, or the user's own page of looks, shows as it was written. */
const readByUsers = [
  'addToSecondsPool',
  'announceMarketTerms',
  'changeAccountTiers',
  'changeSecondsCap',
  'changeSecondsTerms',
  'correctBalance',
  'endOperatorUserSessions',
  'fundFinance',
  'fundMining',
  'fundLoanPool',
  'fundStaking',
  'fundSwaps',
  'publishTerms',
  'releaseSuspense',
  'reverseDeposit',
  'setAgent',
  'setFeature',
  'setSecondsState',
  'setSecondsUserCap',
  'setSwapState',
  'setSwapTerms',
  'setSymbolState',
  'withdrawMarketTerms',
];

it('says of a reason that users read it where they do, and nowhere else', () => {
  const ofDesks = desksCalls(readFileSync(join(root, 'earn/desk-calls.ts'), 'utf8'));
  const read = { users: new Set<string>(), operators: new Set<string>() };
  for (const file of globSync('*/*.tsx', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const dialog of source.matchAll(/<OperatorDialog[\s\S]*?readers="(users|operators)"/g)) {
      const [, call, shared = ''] = [...source.slice(0, dialog.index).matchAll(CALL)].at(-1) ?? [];
      for (const name of call === undefined ? (ofDesks.get(shared) ?? []) : [call])
        read[dialog[1] as keyof typeof read].add(`${file} ${name}`);
    }
    for (const [dialog, readers] of source.matchAll(REASON))
      for (const [, call] of dialog.matchAll(SENT)) read[readers as keyof typeof read].add(`${file} ${call}`);
    for (const [, call, shared = ''] of source.matchAll(FUNDING))
      for (const name of call === undefined ? (ofDesks.get(shared) ?? []) : [call])
        read.users.add(`${file} ${name}`);
  }
  const names = (of: Set<string>) => [...of].map((each) => each.split(' ')[1]).sort();
  expect(names(read.users)).toEqual([...readByUsers].sort());
  expect(read.operators.size).toBeGreaterThan(8);
});
