import { expect, it } from 'vitest';
import { keptSession, type SessionStorage } from './kept-session.ts';

function storageOf(kept = new Map<string, string>()): SessionStorage {
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const session = { token: 'abc', name: 'operator', role: 'risk', expiresAt: 2_000 } as const;

it('a session outlives a reload of its tab, until it ends: the server says when it is over', () => {
  const storage = storageOf();
  keptSession(() => storage).write(session);
  const afterReload = keptSession(() => storage);
  expect(afterReload.read()).toEqual(session);
  afterReload.write(null);
  expect(afterReload.read()).toBeNull();
});

it('what is no session, and a browser without storage, give none', () => {
  for (const text of [
    '',
    '{',
    'null',
    '5',
    '{"token":1}',
    '{"token":"a","name":"b"}',
    '{"token":"a","name":"b","expiresAt":9}',
  ]) {
    const storage = storageOf(new Map([['candor_console-session', text]]));
    expect(keptSession(() => storage).read(), text).toBeNull();
  }
  const none = keptSession(() => {
    throw new Error('storage is switched off');
  });
  none.write(session);
  expect(none.read()).toBeNull();
});
