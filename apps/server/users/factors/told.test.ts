import { type Call, calls } from '@candor/api';
import { expect, it } from 'vitest';
import { toldBy } from './told.ts';

const acts = Object.values(calls as Readonly<Record<string, Call>>).filter(({ stepUp }) => stepUp !== null);

it('tells the owner of each act behind factors, but of those that have a message of their own', () => {
  const untold = acts.filter((call) => toldBy(call, { confirmBy: null }) === null).map(({ name }) => name);
  expect(untold.sort()).toEqual([
    // each has its own message, written before the change or when it is done
    'accountVerificationBinding',
    'antiCode',
    'bindEmail',
    'closeAccount',
    'getDataExportLink',
    'requestDataExport',
  ]);
});

it('tells of a withdrawal unless the message of its code names it', () => {
  expect(toldBy({ name: 'withdrawal' }, { confirmBy: null })).toBe('withdrawalAsked');
  expect(toldBy({ name: 'withdrawal' }, { confirmBy: 'email' })).toBeNull();
});
