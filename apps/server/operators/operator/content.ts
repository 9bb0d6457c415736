import { isDeepStrictEqual } from 'node:util';
import type { contentDeskCalls, OperatorActName, OperatorContent } from '@candor/api';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import {
  isTimeZone,
  readDictionaries,
  readLanguages,
  readNav,
  readTimeZone,
  removeEntry,
  saveEntry,
  saveOne,
} from '../../gateway/content/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';
import type { NewEntry } from './log.ts';
import type { OperatorSession } from './operator-types.ts';

/** True if an entry has these fields already; PostgreSQL keeps no order of keys. */
const isSame = (before: unknown, fields: object): boolean =>
  before !== null &&
  typeof before === 'object' &&
  Object.entries(fields).every(([name, value]) =>
    isDeepStrictEqual((before as Readonly<Record<string, unknown>>)[name], value),
  );

/** Menus, languages, dictionaries and the time zone: what everybody reads and nothing is settled by. */
export function contentDesk(deps: DeskDeps): DeskHandlers<typeof contentDeskCalls> {
  const { content, now } = deps;
  return {
    getOperatorContent: () => read(deps),
    saveNavEntry: ({ session, body: { id, reason, ...fields } }) =>
      perform(deps, session, 'saveNavEntry', async (trx) => {
        if (fields.label === '' && fields.titles.en === undefined)
          throw new Refusal('INVALID_INPUT', { field: 'titles' });
        if (id === null) {
          const twin = (await readNav(content)).find((row) => isSame(row, fields));
          if (twin !== undefined) return null;
        }
        const before = await saveEntry(trx, 'nav', id, { ...fields, parent_id: null });
        if (before === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
        if (isSame(before, fields)) return null;
        const { place, path, label, titles } = fields;
        return { place, path, name: titles.en ?? label, reason };
      }),
    removeContentEntry: ({ session, params: { id }, body: { reason } }) =>
      perform(deps, session, 'removeContentEntry', async (trx) => {
        const removed = await removeEntry(trx, id);
        if (removed === null) throw new Refusal('NOT_FOUND', { field: 'id' });
        const { titles, label, remark } = removed.fields as {
          readonly titles?: { readonly en?: string };
          readonly label?: string;
          readonly remark?: string;
        };
        return { table: removed.kind, name: remark ?? titles?.en ?? label ?? String(id), reason };
      }),
    saveLanguage: ({ session, params: { language }, body: { reason, ...fields } }) =>
      perform(deps, session, 'saveLanguage', async (trx) => {
        if (language === 'en' && !fields.isShown) throw new Refusal('INVALID_INPUT', { field: 'isShown' });
        const before = await saveOne(trx, 'language', { language }, fields);
        if (isSame(before, fields)) return null;
        return { language, name: fields.remark, state: fields.isShown ? 'shown' : 'hidden', reason };
      }),
    saveDictItem: ({ session, body: { id, reason, ...fields } }) =>
      perform(deps, session, 'saveDictItem', async (trx) => {
        const { code, dictValue } = fields;
        const before =
          id === null
            ? await saveOne(trx, 'dictionary', { code, dictValue }, fields)
            : await saveEntry(trx, 'dictionary', id, fields);
        if (before === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
        if (isSame(before, fields)) return null;
        return { dictionary: code, value: dictValue, name: fields.remark, reason };
      }),
    setTimeZone: ({ session, body: { zoneId, reason } }) =>
      perform(deps, session, 'setTimeZone', async (trx) => {
        if (!isTimeZone(zoneId)) throw new Refusal('INVALID_INPUT', { field: 'zoneId' });
        const { zoneId: was } = await readTimeZone(content, now());
        if (was === zoneId) return null;
        await saveOne(trx, 'setting', { name: 'timeZone' }, { value: zoneId });
        return { was, zone: zoneId, reason };
      }),
  };
}

async function read({ content, now }: DeskDeps): Promise<OperatorContent> {
  const [nav, languages, dictionaries, { zoneId }] = await Promise.all([
    readNav(content),
    readLanguages(content),
    readDictionaries(content, null),
    readTimeZone(content, now()),
  ]);
  return { nav, languages, dictionaries, zoneId };
}

/** Writes and logs in one transaction; a write that finds everything as it is says null and is no act. */
async function perform<Name extends OperatorActName>(
  deps: DeskDeps,
  session: OperatorSession,
  action: Name,
  write: (trx: Trx) => Promise<NewEntry<Name>['details'] | null>,
): Promise<OperatorContent> {
  const { operators, now } = deps;
  const { db, log } = operators;
  refuseLate(now());
  await db.transaction().execute(async (trx) => {
    const details = await write(trx);
    if (details === null) return;
    await log.append(trx, { timeMs: now(), operator: session.name, action, details });
  });
  return read(deps);
}
