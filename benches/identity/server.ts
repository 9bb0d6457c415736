/**
 * A house on a PostgreSQL of its own, for benches of identity, and two calls that differ in their login alone, served
 * as the product serves its calls. Tells its addresses and a token to the process that started it.
 */
import process from 'node:process';
import { type Calls, createClient, defineCall, defineCalls, routes } from '@candor/api';
import Fastify from 'fastify';
import pino from 'pino';
import { z } from 'zod';
import { clientAddressReader } from '../../apps/server/base/limits/client-address.ts';
import { createRefusalLog } from '../../apps/server/base/limits/refusal-log.ts';
import { createTurns } from '../../apps/server/base/limits/turns.ts';
import { loadTranslations } from '../../apps/server/gateway/http/index.ts';
import { answerProtocolErrors, readJsonOnly } from '../../apps/server/gateway/http/protocol.ts';
import { limitRequests } from '../../apps/server/gateway/http/request-limit.ts';
import { answerHeaders } from '../../apps/server/gateway/http/security.ts';
import { serveCalls } from '../../apps/server/gateway/http/serve-calls.ts';
import { openHouse } from '../../tests/api/support/house.ts';
import { startDatabase } from '../journal/postgres.ts';

export interface IdentityServer {
  readonly houseUrl: string;
  readonly callsUrl: string;
  readonly token: string;
  readonly account: string;
  readonly password: string;
}

const PASSWORD = 'correct-horse-9';
const call = {
  method: 'GET',
  section: 'account',
  summary: 'Says ok.',
  data: z.strictObject({ ok: z.boolean() }),
} as const;
const table = defineCalls({
  signedIn: defineCall({ ...call, path: '/signed-in', auth: 'required' }),
  open: defineCall({ ...call, path: '/open', auth: 'none' }),
});

const database = await startDatabase();
const house = await openHouse({
  database: { connectionString: database.connectionString, drop: database.stop },
  loginAttemptsPerMinute: 1_000_000,
});
const visitor = createClient<Calls>(routes, {
  baseUrl: house.url,
  head: 'v1',
  token: () => null,
  language: () => 'en',
  actWindowMs: 60_000,
});
const account = 'bench_user';
const { satoken } = await visitor.call('register', {
  body: { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD },
});

const translate = await loadTranslations();
const app = Fastify({ logger: false, exposeHeadRoutes: false });
const limit = limitRequests(app, {
  clientAddress: clientAddressReader([]),
  pointsPerSecond: 1_000_000_000,
  repeatsPerSecond: 0,
  translate,
  headers: answerHeaders({ secure: false }),
  onRefused: () => {},
});
readJsonOnly(app);
answerProtocolErrors(app, pino({ level: 'silent' }), translate);
const log = pino({ level: 'silent' });
const { sessions } = house.identity;
serveCalls(app, {
  log,
  refusals: createRefusalLog(log),
  table,
  head: 'v1',
  translate,
  limit,
  shared: null,
  handlers: { signedIn: () => ({ ok: true }), open: () => ({ ok: true }) },
  authenticate: (token) => sessions.kept(token) ?? sessions.authenticate(token),
  userKey: ({ userId }) => `user ${userId}`,
  turns: createTurns(1),
  checkPublic: true,
  headers: Object.entries(answerHeaders({ secure: false })).flat(),
  now: Date.now,
  onAnswer: () => {},
});
const callsUrl = await app.listen({ port: 0, host: '127.0.0.1' });

process.send?.({
  houseUrl: house.url,
  callsUrl,
  token: satoken,
  account,
  password: PASSWORD,
} satisfies IdentityServer);
process.once('disconnect', async () => {
  await app.close();
  await house.stop();
  process.exit();
});
