import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { factsOf } from '../factors/act-facts.ts';
import { nothing, textLine, timeMs } from '../scalars.ts';
import { isNetwork, MAX_KEY_ADDRESSES } from './networks.ts';
import { keyScopes } from './scopes.ts';

const keyId = z.string().regex(/^ck_[A-Za-z0-9_-]{24}$/);
const keyName = textLine(1, 40);
const network = z.string().max(43).refine(isNetwork);

export const apiKey = z.strictObject({
  id: keyId,
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** Addresses and networks that it works from; none where it works from everywhere. */
  addresses: z.array(z.string()),
  createTime: timeMs,
  /** Null for a key that does not end. */
  expireTime: timeMs.nullable(),
  /** To the minute; null while it was never used. */
  lastTime: timeMs.nullable(),
  lastAddress: z.string().nullable(),
});

export const apiKeyCalls = defineCalls({
  getApis: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/apis',
    section: 'account',
    summary: 'Lists the API keys of the signed-in user, newest first, without their secrets.',
    auth: 'required',
    query: z.strictObject({ id: keyId.optional() }),
    data: z.strictObject({ list: z.array(apiKey), most: z.number().int() }),
  }),
  createApi: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/api',
    section: 'account',
    summary:
      'Makes an API key and shows its secret this once. A key without addresses ends after at most 90 days.',
    auth: 'required',
    cost: 4,
    act: true,
    stepUp: 'account',
    shows: ({ body: { name, scopes, addresses, expireDays } }) =>
      factsOf({
        name,
        rights: keyScopes.filter((scope) => scope === 'read' || scopes.includes(scope)).join(','),
        addresses: addresses.length === 0 ? '*' : addresses.join(', '),
        days: expireDays === null ? '*' : String(expireDays),
      }),
    body: z.strictObject({
      name: keyName,
      /** `read` need not be named. */
      scopes: z.array(z.enum(keyScopes)).max(keyScopes.length),
      /** IPv4 and IPv6 addresses, and networks in CIDR form; empty for everywhere. */
      addresses: z.array(network).max(MAX_KEY_ADDRESSES),
      /** Days until it ends; null for never. */
      expireDays: z.number().int().min(1).max(365).nullable(),
    }),
    data: z.strictObject({ key: apiKey, secret: z.string() }),
  }),
  deleteApi: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/api/del',
    section: 'account',
    summary: 'Deletes an API key; its calls are refused at once. An unknown key is not an error.',
    auth: 'required',
    cost: 3,
    act: true,
    query: z.strictObject({ id: keyId }),
    data: nothing,
  }),
});
