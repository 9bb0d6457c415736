// Own server: limits over two doors are under test.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallError, type Calls, type Client, calls, createClient, newActKey, routes } from '@candor/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, ofType } from '../realtime/client.ts';
import { eventually } from '../support/patience.ts';
import { begunDataDir, endAll, type RunningProgram, startProgram, untilReady } from '../support/program.ts';
import { password } from '../support/trader.ts';

/**
 * The number of connections, which the system spreads over the doors. The chance that all reach one of two is 1 in
 * 32,768.
 */
const WAYS = 16;
const CALLS_PER_SECOND = 100;
/** The points that `getHouse` costs: few such calls a second are too many, also on a busy machine. */
const HOUSE_COST = calls.getHouse.cost;
/** Half of the time for which a door that hears of no ending would serve a session that it has just read. */
const HEARD_OF_MS = 5_000;

let program: RunningProgram;
let url: string;
const ways = Array.from({ length: WAYS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
const way = (n: number): Agent => ways[n % WAYS] as Agent;

beforeAll(async () => {
  const env = { DOORS: '2', CALLS_PER_SECOND: String(CALLS_PER_SECOND) };
  program = await startProgram({ dataDir: await begunDataDir(), env });
  ({ url } = await program.ready());
  await untilReady(url);
});
afterAll(async () => {
  for (const agent of ways) agent.destroy();
  await endAll(program.dataDir);
});

/**
 * Returns a fetch over one connection, which reaches the same door as long as it stands. The door ends one that rests,
 * perhaps just as a request is on its way: that request goes again, as its key allows.
 */
function fetchBy(agent: Agent): typeof fetch {
  const send: typeof fetch = (input, init) =>
    new Promise((resolve, reject) => {
      const headers = Object.fromEntries(new Headers(init?.headers));
      const sent = request(String(input), { agent, method: init?.method ?? 'GET', headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          const { statusCode: status = 500, headers } = answer;
          resolve(
            new Response(Buffer.concat(chunks), { status, headers: headers as Record<string, string> }),
          );
        });
        answer.on('error', reject);
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (sent.reusedSocket && error.code === 'ECONNRESET') send(input, init).then(resolve, reject);
        else reject(error);
      });
      sent.end(init?.body as string | undefined);
    });
  return send;
}

function clientBy(agent: Agent, token: string | null): Client<Calls> {
  return createClient(routes, {
    baseUrl: url,
    head: 'v1',
    timeoutMs: 60_000,
    actWindowMs: 60_000,
    token: () => token,
    language: () => 'en',
    fetch: fetchBy(agent),
  });
}

const keyOf = (error: unknown) => (error instanceof CallError ? error.key : null);

/** Retries calls that the limits refuse; the limits have tests of their own. */
function withinLimits<Result>(call: () => Promise<Result>): Promise<Result> {
  return eventually(async () => {
    try {
      return { result: await call() };
    } catch (error) {
      if (keyOf(error) === 'RATE_LIMITED') throw error;
      return { error };
    }
  }).then((ended) => {
    if ('error' in ended) throw ended.error;
    return ended.result;
  });
}

async function register(account: string): Promise<string> {
  const body = { type: 'account', account, password, confirmPassword: password } as const;
  const { satoken } = await withinLimits(() => clientBy(way(0), null).call('register', { body }));
  const funds = { coin: 'USDT', amount: '20000' };
  await withinLimits(() => clientBy(way(1), satoken).call('takePracticeFunds', { body: funds }));
  return satoken;
}

test('a user who changes doors repeats acts and reads what they did, whichever door took it', async () => {
  const token = await register('changer');
  for (let n = 0; n < 24; n += 1) {
    const idempotencyKey = newActKey(Date.now());
    const body = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quoteAmount: '20' } as const;
    const submit = (agent: Agent) =>
      withinLimits(() => clientBy(agent, token).call('currencyOrderSubmit', { body }, { idempotencyKey }));
    const placed = await submit(way(n));
    const [again, log] = await Promise.all([
      submit(way(n + 7)),
      withinLimits(() =>
        clientBy(way(n + 3), token).call('entrustLog', {
          params: { scope: 'history', symbol: 'all', limit: '5' },
        }),
      ),
    ]);
    expect(again).toEqual(placed);
    expect(log.records[0]).toMatchObject({ id: placed.orderId });
  }
});

test('a registration that is sent again to other doors, at once and later, opens one account', async () => {
  const body = { type: 'account', account: 'twice', password, confirmPassword: password } as const;
  const idempotencyKey = newActKey(Date.now());
  const send = (agent: Agent) =>
    withinLimits(() => clientBy(agent, null).call('register', { body }, { idempotencyKey }));
  const together = await Promise.all([0, 1, 2, 3].map((n) => send(way(n))));
  const later = await send(way(9));
  expect(new Set([...together, later].map(({ userId }) => userId)).size).toBe(1);
  for (const { satoken } of [...together, later]) {
    const { user } = await withinLimits(() => clientBy(way(4), satoken).call('getInfo'));
    expect(user).toMatchObject({ account: 'twice', accountOpen: true });
  }
});

test('sockets at every door tell what was done at any', async () => {
  const token = await register('listener');
  const { user } = await withinLimits(() => clientBy(way(2), token).call('getInfo'));
  const sockets = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const socket = await connect(`${url.replace('http', 'ws')}/ws/coin/${user.userId}`);
      socket.send({ op: 'auth', token });
      await socket.next(ofType('snapshot'));
      return socket;
    }),
  );
  const body = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quoteAmount: '20' } as const;
  await withinLimits(() => clientBy(way(5), token).call('currencyOrderSubmit', { body }));
  for (const socket of sockets) await socket.next(ofType('fill'));
  await withinLimits(() => clientBy(way(6), token).call('logout'));
  for (const socket of sockets) await socket.closed;
});

test('a session that ends at one door is over at all of them, long before they would read it again', async () => {
  await register('leaver');
  const credentials = { type: 'account', account: 'leaver', password } as const;
  const waitsMs: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { satoken } = await withinLimits(() => clientBy(way(n), null).call('login', { body: credentials }));
    const info = (agent: Agent) => withinLimits(() => clientBy(agent, satoken).call('getInfo'));
    await Promise.all(ways.map(info));
    await withinLimits(() => clientBy(way(n * 3), satoken).call('logout'));
    const endedMs = performance.now();
    await eventually(async () => {
      const answers = await Promise.all(ways.map((agent) => info(agent).then(() => 'served', keyOf)));
      expect(answers).toEqual(ways.map(() => 'SIGNED_OUT'));
    });
    waitsMs.push(performance.now() - endedMs);
  }
  // a busy machine may hold up some of them
  expect(Math.min(...waitsMs)).toBeLessThan(HEARD_OF_MS);
});

test('two doors let an address through no more than one would, in the long run', async () => {
  await sleep(2_000);
  const sinceMs = performance.now();
  const seconds = () => (performance.now() - sinceMs) / 1_000;
  let admitted = 0;
  let refused = 0;
  // more was asked for than let through, and for so long that a burst does not count
  const isEnough = () => seconds() > 8 && admitted > 3 * CALLS_PER_SECOND && refused > 2 * CALLS_PER_SECOND;
  await eventually(async () => {
    await Promise.all(
      ways.map(async (agent) => {
        const refusal = await clientBy(agent, null)
          .call('getHouse')
          .then(() => null, keyOf);
        if (refusal === null) admitted += HOUSE_COST;
        else if (refusal === 'RATE_LIMITED') refused += HOUSE_COST;
      }),
    );
    expect(isEnough()).toBe(true);
  });
  // One door admits so many a second, two independent doors would admit twice as many.
  expect(admitted).toBeLessThan(CALLS_PER_SECOND * (1.25 * seconds() + 3));
});
