/** One of the servers that the orders are sent to, as a process of its own. Started by http-orders.bench.ts. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import type { Engine } from '@candor/journal';
import type { Amount, Lots } from '@candor/money';
import Fastify from 'fastify';
import type { Pool } from 'pg';
import { openBenchHouse } from './house.ts';

export type ServerKind = 'durable' | 'projected' | 'transaction' | 'echo';

const [kind, connectionString = '', users = '0'] = process.argv.slice(2);

/** As many as two cores can use, and as the cluster has room for. */
const TRANSACTION_CONNECTIONS = 24;

/** The same API over an engine that writes each order in a transaction of its own, and matches nothing. */
async function transactionEngine(engine: Engine, pool: Pool): Promise<Engine> {
  await pool.query(
    'create table plain_order (order_id bigserial primary key, user_id bigint, key text, body jsonb)',
  );
  const peer: Engine = Object.create(engine);
  peer.submit = async ({ userId, key, body }) => {
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
  return peer;
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

async function listenerOf(): Promise<{ listener: RequestListener; tokens: readonly string[] }> {
  if (kind === 'echo') return { listener: await echo(), tokens: [] };
  const house = await openBenchHouse(
    connectionString,
    Number(users),
    kind === 'transaction' ? transactionEngine : (engine) => engine,
    kind === 'projected',
    kind === 'transaction' ? TRANSACTION_CONNECTIONS : 4,
  );
  return { listener: house.listener.routing, tokens: house.tokens };
}

const { listener, tokens } = await listenerOf();
const server = createServer(listener);
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, tokens });
});
/** Asked before and after a load: the processor's time that this process has used so far, in microseconds. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system });
});
process.on('disconnect', () => process.exit());
