/** One of the servers that receive the orders, as a separate process. Started by running.ts. */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import type { Amount, Lots } from '@candor/money';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { type CoreLink, connectCore } from '../../apps/server/engine/core/index.ts';
import { openFront } from '../../apps/server/program/start/front.ts';
import { localCore } from '../../tests/support/local-core.ts';
import { openBenchCore, openBenchHouse } from './house.ts';

/** `one` is the exchange as one process. `door` has only its doors; its core is at the path. */
export type ListenerKind = 'one' | 'door' | 'transaction' | 'echo';

const [kind, connectionString = '', users = '0', path = ''] = process.argv.slice(2) as [
  ListenerKind,
  ...string[],
];

/** Connections that two cores can use, and that the cluster has room for. */
const TRANSACTION_CONNECTIONS = 24;

/** Writes each order in a separate transaction without matching; other calls go to the core. */
async function transactions(core: CoreLink, pool: Pool): Promise<CoreLink> {
  await pool.query(
    'create table plain_order (order_id bigserial primary key, user_id bigint, key text, body jsonb)',
  );
  const submit: CoreLink['submit'] = async ({ userId, key, body }) => {
    const text = JSON.stringify(body, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query(
        {
          name: 'order',
          text: 'insert into plain_order (user_id, key, body) values ($1, $2, $3) returning order_id',
        },
        [userId, key, text],
      );
      await client.query('commit');
      const outcome = {
        ok: true,
        kind: 'order',
        orderId: Number(rows[0].order_id),
        status: 'open',
        filledLots: 0 as Lots,
        filledQuote: 0n as Amount,
      } as const;
      return { seq: 0, timeMs: 0, outcome };
    } finally {
      client.release();
    }
  };
  return { ...core, submit };
}

/** Bare Fastify that answers with the order's own fields. */
async function echo(): Promise<RequestListener> {
  const app = Fastify();
  app.post('/api/currency/order/submit', async (request) => ({
    code: 200,
    msg: 'success',
    data: request.body,
  }));
  await app.ready();
  return app.routing;
}

interface Served {
  readonly listener: RequestListener;
  /** True for the echo: the program's own front stands before whatever serves our API. */
  readonly isBare: boolean;
  readonly tokens: readonly string[];
}

async function listenerOf(): Promise<Served> {
  if (kind === 'echo') return { listener: await echo(), isBare: true, tokens: [] };
  const pool = new Pool({ connectionString, max: kind === 'transaction' ? TRANSACTION_CONNECTIONS : 4 });
  const core =
    kind === 'door'
      ? await connectCore({ path, role: 'door' })
      : localCore(await openBenchCore(connectionString, Number(users)));
  const orders = kind === 'transaction' ? await transactions(core, pool) : core;
  const house = await openBenchHouse({ connectionString, core, orders, users: Number(users), pool });
  return { listener: house.listener.routing, isBare: false, tokens: house.tokens };
}

const { listener, isBare, tokens } = await listenerOf();
if (isBare) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port, tokens });
  });
} else {
  const front = await openFront({
    host: '127.0.0.1',
    port: 0,
    portVariable: 'PORT',
    proxies: [],
    notReady: () => ({}),
    onError: (error) => console.error(error),
  });
  front.mount(listener);
  process.send?.({ port: front.port, tokens });
}
process.on('disconnect', () => process.exit());
