import type { Client, NavRow, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, refusal } from './support/person.ts';

const REASON = 'The menu names the status page now';

let house: House;
let desk: OperatorsConsole;
let writer: Client<OperatorCalls>;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  writer = await desk.add('writer', 'content', await desk.signIn());
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const entry = {
  id: null,
  place: 'footer.company',
  sort: 10,
  label: '',
  article_code: null,
  titles: { en: 'Status', de: 'Betriebszustand' },
  path: 'https://status.example.org/',
  reason: REASON,
} as const;
const nav = async () => {
  const query = { pageSize: '-521', order: 'asc' } as const;
  return (await clientOf(house).call('getData', { params: { table: 'nav' }, query })).records as NavRow[];
};

describe('the desk of content', () => {
  it('begins with the built-in top menu, in its order', async () => {
    const rows = await nav();
    expect(rows.map(({ place, label }) => [place, label])).toContainEqual(['top', 'menu.home']);
    expect(
      rows.every(({ titles, article_code }) => Object.keys(titles).length === 0 && article_code === null),
    ).toBe(true);
  });

  it('adds, changes and removes entries of a menu, each logged once', async () => {
    const first = await writer.call('saveNavEntry', { body: entry });
    const again = await writer.call('saveNavEntry', { body: entry });
    expect(again.nav.length).toBe(first.nav.length);
    const row = again.nav.find(({ path }) => path === entry.path)!;
    await writer.call('saveNavEntry', { body: { ...entry, id: row.id, sort: 20 } });
    expect((await nav()).find(({ id }) => id === row.id)).toMatchObject({ sort: 20, titles: entry.titles });
    const { nav: left } = await writer.call('removeContentEntry', {
      params: { id: String(row.id) },
      body: { reason: REASON },
    });
    expect(left.some(({ id }) => id === row.id)).toBe(false);
    expect(await desk.room.log.verify()).toMatchObject({ intact: true });
  });

  it.each([
    ['an address of another kind', { path: 'javascript:alert(1)' }, 'INVALID_INPUT'],
    ['an address without a scheme', { path: '//evil.example.org' }, 'INVALID_INPUT'],
    ['no text at all', { titles: {} }, 'INVALID_INPUT'],
    ['a control character', { titles: { en: 'A\u0007' } }, 'HIDDEN_SIGN'],
  ])('refuses %s', async (_, wrong, key) => {
    const call = writer.call('saveNavEntry', { body: { ...entry, ...wrong } as never });
    expect((await refusal(call)).key).toBe(key);
  });

  it('keeps languages, of which English is always offered', async () => {
    const offered = async () =>
      (await clientOf(house).call('getSystemConfig')).t_app_language.map(({ dictValue }) => dictValue);
    expect((await offered()).length).toBe(13);
    const hidden = { remark: 'Italiano', imgUrl: '', isShown: false, reason: REASON };
    await writer.call('saveLanguage', { params: { language: 'it' }, body: hidden });
    expect(await offered()).not.toContain('it');
    expect((await clientOf(house).call('getDictItems', { params: { dictCode: 'coin_lang' } })).length).toBe(
      12,
    );
    const english = writer.call('saveLanguage', { params: { language: 'en' }, body: hidden });
    expect((await refusal(english)).key).toBe('INVALID_INPUT');
  });

  it('keeps dictionaries, and answers for none that is not there', async () => {
    const item = { code: 'coin_plate', dictValue: 'gaming', remark: 'Gaming', imgUrl: '', sort: 5 };
    await writer.call('saveDictItem', { body: { ...item, id: null, reason: REASON } });
    const items = await clientOf(house).call('getDictItems', { params: { dictCode: 'coin_plate' } });
    expect(items.map(({ dictValue }) => dictValue)).toContain('gaming');
    const missing = clientOf(house).call('getDictItems', { params: { dictCode: 'nothing' } });
    expect((await refusal(missing)).key).toBe('NOT_FOUND');
  });

  it('keeps the time zone with the offset of now', async () => {
    await writer.call('setTimeZone', { body: { zoneId: 'Asia/Kathmandu', reason: REASON } });
    const { timeZone } = await clientOf(house).call('getSystemConfig');
    expect(timeZone).toEqual({ zoneId: 'Asia/Kathmandu', offSetValue: 5.75 });
    const unknown = writer.call('setTimeZone', { body: { zoneId: 'Mars/Olympus', reason: REASON } });
    expect((await refusal(unknown)).key).toBe('INVALID_INPUT');
  });
});
