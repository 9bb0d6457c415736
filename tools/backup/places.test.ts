import { expect, test } from 'vitest';
import { placeOf } from './places.ts';

test.each([
  ['files/3f/3f2a', 'data'],
  ['ticks/ticks-0000000000000001', 'data'],
  ['journal-archive/journal-000000000001-000000000512.archive', 'data'],
  ['chain/state.json', 'data'],
  ['candor.json', 'data'],
  ['simulator-seed', 'data'],
  ['factors.secret', 'keys'],
  ['signer.secret', 'keys'],
  ['signer/wallet.json', 'keys'],
  ['operator-login.json', 'keys'],
  ['operator2-login.json', 'keys'],
  ['demo-logins.json', 'keys'],
  ['lock', null],
  ['lock.pid', null],
  ['sockets/core.sock', null],
  ['processes.json', null],
  ['last-backup', null],
  ['last-copy', null],
  ['chain/port', null],
  ['candor.json.new', null],
  ['postgres/postgres.log', null],
])('%s belongs to %s', (path, place) => {
  expect(placeOf(path)).toBe(place);
});
