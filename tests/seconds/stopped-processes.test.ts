// Own server: its processes are stopped.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/patience.ts';
import {
  begunDataDir,
  endAll,
  processesOf,
  type RunningProgram,
  startProgram,
  untilReady,
} from '../support/program.ts';
import { registerTrader, type Trader } from '../support/trader.ts';

/**
 * Times for which the core is stopped over the end of each pair of contracts, and at which the pair is opened, in
 * seconds. All are open at once, so that their thirty seconds are waited for once, and each stop is over before the
 * next pair ends.
 */
const CORE_STOPS = [
  { stopS: 1, openedS: 0 },
  { stopS: 4, openedS: 5 },
  { stopS: 6, openedS: 13 },
  { stopS: 60, openedS: 24 },
] as const;
const RECORDER_STOP_MS = 9_000;

let program: RunningProgram;
let trader: Trader;
let pairs: ReadonlyMap<number, Promise<Pair>>;

beforeAll(async () => {
  program = await startProgram({ dataDir: await begunDataDir() });
  const { url } = await program.ready();
  await untilReady(url);
  trader = await registerTrader(url, 'stopped');
  await trader.client.call('transfer', { query: { from: '1', to: '3', coin: 'USDT', amount: '1000' } });
  pairs = new Map(CORE_STOPS.map(({ stopS, openedS }) => [stopS, sleep(1_000 * openedS).then(openPair)]));
});
afterAll(() => endAll(program.dataDir));

const reached = (timeMs: number) => sleep(Math.max(0, timeMs - Date.now()));

/** Stops a process, as the scheduler of a machine may, and resumes it. */
async function stop(name: string, ms: number): Promise<void> {
  const pid = (await processesOf(program.dataDir)).get(name)!;
  process.kill(pid, 'SIGSTOP');
  try {
    await sleep(ms);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

interface Pair {
  readonly ids: readonly number[];
  readonly closeMs: number;
}

/** Opens one contract each way at the same time. */
async function openPair(): Promise<Pair> {
  const open = (direction: 'up' | 'down') =>
    eventually(async () => {
      const body = { symbol: 'BTC/USDT', direction, periodSeconds: 30, quantity: 10 } as const;
      return (await trader.client.call('createSecondContractOrder', { body })).order;
    });
  const made = await Promise.all([open('up'), open('down')]);
  return { ids: made.map(({ id }) => id), closeMs: Math.max(...made.map(({ closeTime }) => closeTime)) };
}

const receiptOf = (id: number) =>
  eventually(async () => {
    const found = await trader.client.call('getSecondContractReceipt', { query: { id: String(id) } });
    expect(found.receipt).not.toBeNull();
    return { receipt: found.receipt!, order: found.order };
  });

test.each(CORE_STOPS)(
  'the core stopped for $stopS s over the end of contracts: each is settled by its own ticks',
  async ({ stopS }) => {
    const { ids, closeMs } = await pairs.get(stopS)!;
    await reached(closeMs - Math.min(1_300, 700 * stopS));
    await stop('core', 1_000 * stopS);
    for (const id of ids) {
      const { receipt, order } = await receiptOf(id);
      const { opening, closing, result } = receipt;
      const prices = closing.flatMap(({ priceTicks }) => (priceTicks === null ? [] : [priceTicks]));
      expect(prices.length, `closing ticks of ${id}`).toBeGreaterThanOrEqual(3);
      const close = prices.toSorted((a, b) => a - b)[(prices.length - 1) >> 1]!;
      const rose = Math.sign(close - opening.priceTicks!) * (order.side === 'up' ? 1 : -1);
      expect(result).toBe({ '-1': 'lost', '0': 'even', '1': 'won' }[String(rose)]);
    }
  },
);

test('the recorder stopped over the end of contracts: void, with the cause, and published', async () => {
  const { ids, closeMs } = await openPair();
  await reached(closeMs - 1_500);
  await stop('recorder', RECORDER_STOP_MS);
  for (const id of ids) {
    const { receipt, order } = await receiptOf(id);
    expect(receipt.result).toBe('void');
    expect(receipt.closing.filter(({ priceTicks }) => priceTicks !== null).length).toBeLessThan(3);
    expect(order).toMatchObject({ voidReason: 'closing-stale', wouldHave: expect.any(String) });
  }
});
