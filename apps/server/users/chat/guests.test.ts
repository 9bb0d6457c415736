import { expect, it } from 'vitest';
import { createGuests } from './guests.ts';
import type { Chat } from './types.ts';

const form = { email: 'guest@example.org', language: 'en', matter: 'account', content: 'Hello' } as const;

/** The keys under which a form and a look from an address count. */
async function keysOf(ip: string): Promise<string[]> {
  const keys: string[] = [];
  const add: Chat['counts']['add'] = async (limits) => {
    keys.push(...limits.map(({ key }) => key));
    return 1;
  };
  // no link leads to a conversation
  const none = { selectAll: () => none, where: () => none, executeTakeFirst: async () => undefined };
  const db = { selectFrom: () => none } as unknown as Chat['db'];
  const chat = { counts: { add }, db, isMailOpen: () => true } as Chat;
  const guests = createGuests({ chat, linkKey: new Uint8Array(32), now: () => 0 });
  const limited = { key: 'CHAT_FORMS_LIMITED' };
  await expect(guests.ask(form, ip, null)).rejects.toMatchObject(limited);
  await expect(guests.read('a'.repeat(43), ip, {})).rejects.toMatchObject(limited);
  return keys;
}

it('counts an IPv6 address by its /64 and its /48, and keeps no address', async () => {
  const first = await keysOf('2001:db8:1:2::1');
  expect(await keysOf('2001:db8:1:2:ffff::9')).toEqual(first);
  const other = await keysOf('2001:db8:1:3::1');
  const shared = other.filter((key) => first.includes(key)).map((key) => key.replace(/ [\w-]{43}$/, ''));
  expect(shared).toEqual(['form site', 'form mail', 'look site']);
  expect(first.join()).not.toContain('2001');
});

it('counts an IPv4 address alone', async () => {
  const kinds = (await keysOf('192.0.2.7')).map((key) => key.replace(/ [\w-]{43}$/, ''));
  expect(kinds).toEqual(['form ip', 'form mail', 'look ip']);
});
