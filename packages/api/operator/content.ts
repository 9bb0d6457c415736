import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { language } from '../identity/calls.ts';
import { navPath, navPlace, navRow, navTitle } from '../platform/nav.ts';
import { idText, textLine } from '../scalars.ts';
import { reason } from './fields.ts';

const dictCode = z.string().regex(/^[a-z][a-z0-9_]{1,31}$/);
const dictValue = z.string().regex(/^[\w.-]{1,64}$/);
const name = textLine(1, 60);
const image = z.union([z.literal(''), navPath]);
const sort = z.number().int().min(0).max(10_000);

const languageRow = z.strictObject({
  language,
  remark: z.string(),
  imgUrl: z.string(),
  isShown: z.boolean(),
});

const dictRow = z.strictObject({
  id: z.number().int(),
  code: z.string(),
  dictValue: z.string(),
  remark: z.string(),
  imgUrl: z.string(),
  sort: z.number().int(),
});

/** The tables that operators keep: menus, languages, dictionaries and the time zone. */
export const operatorContent = z.strictObject({
  nav: z.array(navRow),
  languages: z.array(languageRow),
  dictionaries: z.array(dictRow),
  zoneId: z.string(),
});

const act = {
  method: 'POST',
  section: 'operator',
  auth: 'required',
  act: true,
  data: operatorContent,
} as const;

export const contentDeskCalls = defineCalls({
  getOperatorContent: defineCall({
    method: 'GET',
    path: '/api/console/content',
    section: 'operator',
    summary: 'Returns menus, languages, dictionaries and the time zone.',
    auth: 'required',
    data: operatorContent,
  }),
  saveNavEntry: defineCall({
    ...act,
    path: '/api/console/content/nav',
    summary: 'Writes an entry of a menu; a new one without an id. Logged.',
    body: z.strictObject({
      id: z.number().int().positive().nullable(),
      place: navPlace,
      sort,
      label: z.union([z.literal(''), z.string().regex(/^menu\.[A-Za-z]{1,40}$/)]),
      titles: z.partialRecord(language, navTitle),
      path: navPath,
      article_code: z.union([z.null(), z.string().regex(/^[\w.-]{1,64}$/)]),
      reason,
    }),
  }),
  removeContentEntry: defineCall({
    ...act,
    path: '/api/console/content/{id}/remove',
    summary: 'Removes an entry of a menu or a dictionary. Logged.',
    params: z.strictObject({ id: idText }),
    body: z.strictObject({ reason }),
  }),
  saveLanguage: defineCall({
    ...act,
    path: '/api/console/content/languages/{language}',
    summary: 'Changes how a language is offered. English is always offered. Logged.',
    params: z.strictObject({ language }),
    body: z.strictObject({ remark: name, imgUrl: image, isShown: z.boolean(), reason }),
  }),
  saveDictItem: defineCall({
    ...act,
    path: '/api/console/content/dictionaries',
    summary: 'Writes an entry of a dictionary; a new one without an id. Logged.',
    body: z.strictObject({
      id: z.number().int().positive().nullable(),
      code: dictCode,
      dictValue,
      remark: name,
      imgUrl: image,
      sort,
      reason,
    }),
  }),
  setTimeZone: defineCall({
    ...act,
    path: '/api/console/content/timeZone',
    summary: 'Changes the default time zone. Logged.',
    body: z.strictObject({ zoneId: z.string().regex(/^[A-Za-z_+\-/0-9]{1,60}$/), reason }),
  }),
});

export type OperatorContent = z.output<typeof operatorContent>;
