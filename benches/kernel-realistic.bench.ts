/**
 * The kernel as a busy exchange has it: 20 symbols, 100,000 accounts, 700,000 orders with client order ids of text. The row
 * `kernel-realistic-earning` has the same orders where everybody earns: three generations and an agent above each payer of a
 * fee, a staking order and a lock in mining of each account.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createKernel, type Envelope, type Kernel, type Outcome } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { runNpmBook } from './book/engines.ts';
import { ADD, CANCEL, makeWorkload, TAKE, type Workload } from './book/workload.ts';
import type { BenchRow } from './row.ts';

const SYMBOLS = 20;
const ACCOUNTS = 100_000;
const LIVE_ORDERS_A_SYMBOL = 1_000;
/** Operations in a full run: 60% of them, 700,000, rest with a client order id. */
const OPERATIONS = 1_170_000;
const FIRST_USER = 1_000;
const QUOTE = 1_100;
const FIRST_BASE = 1_001;
const FUNDS = 10n ** 13n;
const TARGET = 4;
const TARGET_P999_US = 50;
const TARGET_PAUSE_MS = 25;
const BATCH = 1_000;
/** Some seconds before a day is over, so that what it earned is paid among the orders. */
const START_MS = 86_400_000 - 9_000;
/** Accounts of a symbol that an agent brought, by generations of one user each. */
const TEAM = 50;
/** The part of its speed that the kernel keeps where everybody earns. */
const TARGET_EARNING = 0.8;
const EARN_AMOUNT = 10n ** 8n;
const REASON = 'A bench of the kernel';

let seq = 0;

function send(kernel: Kernel, body: Envelope['body'], userId = 0): void {
  const { outcome } = kernel.apply({ seq: ++seq, timeMs: START_MS, userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
}

function open(earning: boolean): Kernel {
  const kernel = createKernel({ orders: 1 << 16 });
  seq = 0;
  send(kernel, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
  send(kernel, { type: 'listAsset', assetId: QUOTE, code: 'USDT', name: 'Tether', scale: 8 });
  for (let i = 0; i < SYMBOLS; i++) {
    const baseAssetId = FIRST_BASE + i;
    send(kernel, { type: 'listAsset', assetId: baseAssetId, code: `C${i}`, name: `Coin ${i}`, scale: 8 });
    send(kernel, {
      type: 'listSymbol',
      symbolId: i + 1,
      name: `C${i}USDT`,
      baseAssetId,
      quoteAssetId: QUOTE,
      tickDecimal: '0.01',
      lotDecimal: '0.00001',
      minNotional: 0n as Amount,
      maxLots: 1_000_000_000 as Lots,
      maxOpenOrders: 10_000,
      priceBandPpm: 0,
    });
  }
  send(kernel, { type: 'setFees', makerPpm: 800, takerPpm: 1000 });
  for (let i = 0; i < ACCOUNTS; i++) {
    const accountUserId = FIRST_USER + i;
    send(kernel, { type: 'openAccount', accountUserId, kind: 'user' });
    for (const assetId of [QUOTE, FIRST_BASE + (i % SYMBOLS)])
      send(kernel, { type: 'practiceFunds', accountUserId, assetId, amount: FUNDS as Amount });
  }
  if (earning) installEarning(kernel);
  return kernel;
}

/** Gives each account an inviter above it, an agent near it, an order of staking and a lock in mining. */
function installEarning(kernel: Kernel): void {
  const pool = { amount: (10n ** 18n) as Amount, fromUserId: 0, reason: REASON } as const;
  send(kernel, { type: 'setReferralTerms', sharesPpm: [200_000, 100_000, 50_000], capPpm: 500_000 });
  send(kernel, {
    type: 'setMiningTerms',
    assetId: QUOTE,
    gears: [{ minAmount: 1n as Amount, dailyPpm: 500 }],
  });
  send(kernel, { type: 'fundMining', assetId: QUOTE, ...pool });
  send(kernel, { type: 'fundStaking', assetId: QUOTE, ...pool });
  send(kernel, {
    type: 'offerStaking',
    assetId: QUOTE,
    dailyPpm: 500,
    cycleDays: 30,
    minAmount: EARN_AMOUNT as Amount,
    maxAmount: FUNDS as Amount,
    userCapAmount: FUNDS as Amount,
    capAmount: (10n ** 18n) as Amount,
    exitPpm: 500_000,
    opensMs: 0,
    reason: REASON,
  });
  for (let i = 0; i < ACCOUNTS; i++) {
    const accountUserId = FIRST_USER + i;
    const isAgent = Math.floor(i / SYMBOLS) % TEAM === 0;
    if (isAgent)
      send(kernel, { type: 'setAgent', accountUserId, sharePpm: 100_000, effectiveMs: 0, reason: REASON });
    else send(kernel, { type: 'setReferrer', accountUserId, inviterId: accountUserId - SYMBOLS });
    send(kernel, {
      type: 'joinMining',
      accountUserId,
      address: `0x${accountUserId.toString(16).padStart(40, '0')}`,
    });
    send(
      kernel,
      { type: 'lockMining', assetId: QUOTE, amount: EARN_AMOUNT as Amount, termsNo: 1 },
      accountUserId,
    );
    const order = {
      type: 'subscribeStaking',
      offerId: 1,
      amount: EARN_AMOUNT as Amount,
      autoRenew: false,
    } as const;
    send(kernel, order, accountUserId);
  }
}

/** Commands of all symbols in turn: each user trades the one symbol that he is funded in. */
class Flow {
  private readonly workloads: readonly Workload[];
  private readonly at = new Int32Array(SYMBOLS);

  constructor(operations: number) {
    this.workloads = Array.from({ length: SYMBOLS }, (_, i) =>
      makeWorkload(i + 1, operations / SYMBOLS, LIVE_ORDERS_A_SYMBOL),
    );
  }

  get count(): number {
    return this.workloads.reduce((sum, workload) => sum + workload.count, 0);
  }

  next(i: number): Envelope {
    const symbol = i % SYMBOLS;
    const workload = this.workloads[symbol]!;
    const at = this.at[symbol]!++;
    const orderId = workload.orderId[at]!;
    const mixed = Math.imul(orderId, 0x9e3779b1) >>> 8;
    const userId = FIRST_USER + symbol + SYMBOLS * (mixed % (ACCOUNTS / SYMBOLS));
    const clientOrderId = `web-${symbol}-${orderId}`;
    const kind = workload.kind[at]!;
    const body: Envelope['body'] =
      kind === CANCEL
        ? { type: 'cancelOrder', orderId: null, clientOrderId }
        : {
            type: 'placeOrder',
            symbolId: symbol + 1,
            side: workload.side[at] === 0 ? 'buy' : 'sell',
            orderType: 'limit',
            timeInForce: kind === TAKE ? 'IOC' : 'GTC',
            postOnly: false,
            priceTicks: workload.priceTicks[at]! as PriceTicks,
            lots: workload.lots[at]! as Lots,
            quoteAmount: null,
            clientOrderId: kind === ADD ? clientOrderId : null,
          };
    return { seq: ++seq, timeMs: START_MS + (i >> 6), userId, key: null, bodyHash: null, body };
  }
}

/** Performs all operations batch by batch; `measured` is true for a batch after the filling of the books. */
function drive(
  operations: number,
  earning: boolean,
  apply: (kernel: Kernel, batch: readonly Envelope[], measured: boolean) => void,
) {
  const kernel = open(earning);
  const flow = new Flow(operations);
  const { count } = flow;
  const warmUp = SYMBOLS * LIVE_ORDERS_A_SYMBOL;
  for (let from = 0; from < count; from += BATCH) {
    const batch: Envelope[] = [];
    for (let i = from; i < Math.min(from + BATCH, count); i++) batch.push(flow.next(i));
    apply(kernel, batch, from >= warmUp);
  }
}

/** Operations a second of CPU time. */
function throughput(operations: number, earning = false): number {
  let cpuUs = 0;
  let performed = 0;
  drive(operations, earning, (kernel, batch, measured) => {
    const cpu = process.cpuUsage();
    for (const envelope of batch) expectDone(kernel.apply(envelope).outcome);
    if (!measured) return;
    const spent = process.cpuUsage(cpu);
    cpuUs += spent.user + spent.system;
    performed += batch.length;
  });
  return (performed / cpuUs) * 1e6;
}

/** Returns the times that single operations took by the clock, in ms, shortest first. */
function latencies(operations: number): Float64Array {
  // sized before the first one, as a list that grows would be copied within the time of some operation
  const times = new Float64Array(operations + SYMBOLS * LIVE_ORDERS_A_SYMBOL);
  let taken = 0;
  drive(operations, false, (kernel, batch, measured) => {
    let before = performance.now();
    for (const envelope of batch) {
      expectDone(kernel.apply(envelope).outcome);
      const after = performance.now();
      if (measured) times[taken++] = after - before;
      before = after;
    }
  });
  return times.slice(0, taken).sort();
}

/** A cancel may come too late: its order expired as the own one of a taker. */
function expectDone(outcome: Outcome): void {
  if (!outcome.ok && outcome.code !== 'UNKNOWN_ORDER') throw new Error(outcome.code);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** The row `kernel-realistic` with its two times beside it, each against its target. */
export async function run(quick = false): Promise<BenchRow[]> {
  const operations = quick ? OPERATIONS / 5 : OPERATIONS;
  const rounds = quick ? 1 : 5;
  const npmWork = makeWorkload(1, quick ? 100_000 : 500_000, 10_000);
  const ours: number[] = [];
  const earning: number[] = [];
  const npm: number[] = [];
  const slow: number[] = [];
  const longest: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(throughput(operations));
    earning.push(throughput(operations, true));
    npm.push((npmWork.count - npmWork.warmUp) / runNpmBook(npmWork).seconds);
    const times = latencies(operations);
    slow.push(times[Math.floor(times.length * 0.999)]! * 1e3);
    longest.push(times.at(-1)!);
  }
  const perSecond = median(ours);
  const withEarning = median(earning);
  const peer = median(npm);
  const p999Us = median(slow);
  const longestMs = median(longest);
  const what = `${SYMBOLS} symbols, ${ACCOUNTS} accounts, ${operations} operations, adds with client order ids`;
  const limit = (name: string, value: number, target: number, unit: string): BenchRow => ({
    name,
    ours: Number(value.toFixed(1)),
    peer: target,
    ratio: Number((target / value).toFixed(2)),
    unit,
    note: `${what}; ratio: target / ours`,
  });
  return [
    {
      name: 'kernel-realistic',
      ours: Math.round(perSecond),
      peer: Math.round(peer),
      ratio: Number((perSecond / peer).toFixed(2)),
      unit: 'operations/s',
      note: `${what}; peer: nodejs-order-book with one symbol; target ${TARGET}`,
    },
    {
      name: 'kernel-realistic-earning',
      ours: Math.round(withEarning),
      peer: Math.round(perSecond),
      ratio: Number((withEarning / perSecond).toFixed(2)),
      unit: 'operations/s',
      note: `the same, with three generations, agents, staking and mining of all ${ACCOUNTS} accounts; peer: without them; target ${TARGET_EARNING}`,
    },
    limit('kernel-realistic-p999', p999Us, TARGET_P999_US, 'µs'),
    limit('kernel-realistic-pause', longestMs, TARGET_PAUSE_MS, 'ms'),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
