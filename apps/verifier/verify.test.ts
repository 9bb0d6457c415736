import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AppliedCommand,
  ArchiveFolder,
  archiveJournal,
  type Engine,
  exportJournal,
  openEngine,
  readPlaces,
} from '@candor/journal';
import {
  type Command,
  createKernel,
  type IndexTick,
  type KernelEvent,
  type KernelView,
} from '@candor/kernel';
import type { Amount, PriceTicks } from '@candor/money';
import { NO_TICK_HASH, tickHash } from '@candor/prices';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patientTuning } from '../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres.ts';
import {
  firstUserId,
  listing,
  OrderFlow,
  practiceGenesis,
  submission,
} from '../../tools/workload/exchange.ts';
import { allChecks } from './checks/index.ts';
import { TickChainCheck } from './checks/tick-chain.ts';
import { ReceiptFinder } from './receipts/index.ts';
import { verifyJournal } from './verify.ts';

let database: FreshDatabase;
let bytes: Buffer;
/** All commands and events of the journal, as they were, and the state at its end. */
const told: AppliedCommand[] = [];
let view: KernelView;

let nowMs = 1_790_000_000_000;
const stakeAsset = 1002;
const amount = (units: bigint) => units as Amount;

const secondsOffered: Command[] = [
  {
    type: 'setSecondsTerms',
    symbolId: 1,
    assetId: stakeAsset,
    minQuantity: 1,
    maxQuantity: 100,
    periods: [{ periodS: 5, payoutPpm: 850_000 }],
    formula: 1,
  },
  { type: 'enableSeconds', practice: true, countries: [] },
  { type: 'fundSecondsPool', assetId: stakeAsset, amount: amount(10n ** 12n), fromUserId: 0 },
  { type: 'setExposureCap', symbolId: 1, cap: amount(10n ** 12n) },
  { type: 'setExposureCap', symbolId: 0, cap: amount(10n ** 12n) },
];

const swapsOffered: Command[] = [[1001, 1] as const, [stakeAsset, 0] as const].flatMap(
  ([assetId, symbolId]): Command[] => [
    { type: 'fundSwaps', assetId, amount: amount(10n ** 12n), fromUserId: 0, reason: 'First inventory' },
    {
      type: 'setSwapTerms',
      assetId,
      symbolId,
      spreadPpm: 1_500,
      reason: 'First terms',
      minAmount: amount(1n),
      maxAmount: amount(10n ** 11n),
      maxInventory: amount(10n ** 15n),
    },
  ],
);

const last = { no: 0, previousHash: NO_TICK_HASH };

/** Returns a tick as a recorder chains it. */
function recorded(tick: Pick<IndexTick, 'tickNo' | 'quotes'> & { chainedMs: number }): IndexTick {
  last.no += 1;
  const hash = tickHash({ ...last, ...tick });
  const record = { ...last, hash };
  last.previousHash = hash;
  return { type: 'indexTick', ...tick, record };
}

/** Two users go up, two down, and the price wanders until all are over. */
async function playSeconds(engine: Engine): Promise<void> {
  const send = async (userId: number, body: Command) => {
    const { outcome } = await engine.submit(submission(userId, body));
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
  };
  const tick = async (step: number) => {
    nowMs = 250 * Math.ceil((nowMs + 1) / 250);
    const quotes = [1, 2, 3].map((venueId) => ({
      venueId,
      symbolId: 1,
      bidTicks: (1_000_000 + 7 * step + venueId) as PriceTicks,
      askTicks: (1_000_010 + 7 * step + venueId) as PriceTicks,
      venueTimeMs: nowMs,
    }));
    await send(0, recorded({ tickNo: nowMs / 250, chainedMs: nowMs, quotes }));
  };
  await tick(0);
  for (let i = 0; i < 4; i++) {
    const wallets = { from: 'spot', to: 'second', fromSymbolId: 0, toSymbolId: 0 } as const;
    const funds = { assetId: stakeAsset, amount: amount(10n ** 10n) };
    await send(firstUserId + i, { type: 'transfer', ...wallets, ...funds });
    await send(firstUserId + i, {
      type: 'openSecondContract',
      symbolId: 1,
      direction: i % 2 === 0 ? 'up' : 'down',
      periodS: 5,
      quantity: 3,
      payoutPpm: null,
      clientOrderId: null,
      country: null,
    });
  }
  for (let step = 1; step < 40; step++) await tick(step);
}

/** A quote that is replaced, and one that is taken after the price moved. */
async function playSwaps(engine: Engine): Promise<void> {
  const ask = async (units: bigint) => {
    const body = {
      type: 'quoteSwap',
      fromAssetId: stakeAsset,
      toAssetId: 1001,
      amount: amount(units),
    } as const;
    const { outcome } = await engine.submit(submission(firstUserId, body));
    if (!outcome.ok || outcome.kind !== 'swap') throw new Error(`quoteSwap: ${JSON.stringify(outcome)}`);
    return outcome.swapId;
  };
  await ask(10n ** 9n);
  const swapId = await ask(3n * 10n ** 9n + 7n);
  const { outcome } = await engine.submit(submission(firstUserId, { type: 'acceptSwap', swapId }));
  if (!outcome.ok) throw new Error(`acceptSwap: ${outcome.code}`);
}

/** An order of staking and one of a finance product, each left at once. */
async function playStaking(engine: Engine): Promise<void> {
  const send = async (userId: number, body: Command) => {
    const { outcome } = await engine.submit(submission(userId, body));
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
    return outcome.kind === 'earn' ? outcome.id : 0;
  };
  const reason = 'First offer';
  const funds = { assetId: stakeAsset, amount: amount(10n ** 10n) };
  await send(0, { type: 'fundStaking', ...funds, fromUserId: 0, reason });
  const terms = {
    assetId: stakeAsset,
    dailyPpm: 500,
    cycleDays: 30,
    minAmount: amount(10n ** 6n),
    maxAmount: amount(10n ** 10n),
    userCapAmount: amount(10n ** 10n),
    capAmount: amount(10n ** 11n),
    exitPpm: 500_000,
  };
  const offerId = await send(0, { type: 'offerStaking', ...terms, opensMs: 0, reason });
  const order = { offerId, amount: amount(10n ** 9n), autoRenew: false };
  const orderId = await send(firstUserId, { type: 'subscribeStaking', ...order });
  await send(firstUserId, { type: 'redeemStaking', orderId });
  await send(0, { type: 'fundFinance', ...funds, fromUserId: 0, reason });
  const productId = await send(0, {
    type: 'offerFinance',
    ...terms,
    name: 'First 30',
    zone: 'members',
    lockDays: 0,
    maxParticipations: 1,
    opensMs: 0,
    reason,
  });
  const invested = { offerId: productId, amount: amount(10n ** 9n), isMember: true };
  const investedId = await send(firstUserId, { type: 'subscribeFinance', ...invested });
  await send(firstUserId, { type: 'redeemFinance', orderId: investedId });
}

beforeAll(async () => {
  database = await freshDatabase();
  const { connectionString } = database;
  const engine = await openEngine({
    connectionString,
    genesis: practiceGenesis,
    bootstrap: [...listing(6, 2), ...secondsOffered, ...swapsOffered],
    tuning: patientTuning,
    now: () => nowMs,
  });
  const flow = new OrderFlow(7, 6, 2);
  for (let i = 0; i < 40; i++)
    await Promise.all(Array.from({ length: 20 }, () => engine.submit(flow.next(nowMs))));
  await playSeconds(engine);
  await playSwaps(engine);
  await playStaking(engine);
  const kernel = createKernel();
  view = kernel;
  for await (const { commands } of engine.replay(0))
    for (const { envelope } of commands) {
      const { outcome, events } = kernel.apply(envelope);
      told.push({ stamp: envelope, envelope, outcome, events });
    }
  await engine.stop();
  bytes = await exported(false);
});

async function exported(withoutArchived: boolean): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const write = async (part: Uint8Array) => void parts.push(part);
  await exportJournal({ connectionString: database.connectionString, withoutArchived, write });
  return Buffer.concat(parts);
}

afterAll(() => database.drop());

async function* once(file: Buffer): AsyncGenerator<Uint8Array> {
  yield file;
}

/** Returns the findings of the checks over the same commands, with events changed by `alter`. */
function findings(alter: (event: KernelEvent) => KernelEvent): string[] {
  const checks = allChecks();
  const found: string[] = [];
  for (const command of told) {
    const events = command.events.map(alter);
    for (const check of checks) check.see({ ...command, events }, view, (what) => found.push(what));
  }
  for (const check of checks) check.end?.(view, (what) => found.push(what));
  return found;
}

/** Alters the first event of a type, and only that. */
function firstOf<T extends KernelEvent['type']>(
  type: T,
  alter: (event: Extract<KernelEvent, { readonly type: T }>) => KernelEvent,
): (event: KernelEvent) => KernelEvent {
  let done = false;
  return (event) => {
    if (done || event.type !== type) return event;
    done = true;
    return alter(event as Extract<KernelEvent, { readonly type: T }>);
  };
}

describe('the verifier', () => {
  test('recomputes a whole journal from its file', async () => {
    const verified = await verifyJournal({ bytes: once(bytes), trusts: () => true });
    expect(verified.findings).toEqual([]);
    expect(verified.commands).toBe(told.length);
    const counts = Object.fromEntries(verified.checks.map(({ name, count }) => [name, count]));
    expect(counts['second contracts']).toBe(4);
    expect(counts.swaps).toBe(1);
    expect(counts['staking orders']).toBe(2);
    expect(counts['finance orders']).toBe(2);
    expect(counts['records of the tick chain']).toBe(40);
    for (const name of ['double entries', 'index prices', 'fills'])
      expect(counts[name], name).toBeGreaterThan(10);
  });

  test('finds nothing wrong with what was told as it was', () => {
    expect(findings((event) => event)).toEqual([]);
  });

  test('finds a fee that is one unit off', () => {
    const alter = firstOf('trade', (trade) => ({ ...trade, takerFee: (trade.takerFee + 1n) as never }));
    expect(findings(alter)).toContainEqual(expect.stringContaining("a taker's fee"));
  });

  test('finds an amount that is not price × quantity', () => {
    const alter = firstOf('trade', (trade) => ({ ...trade, quoteAmount: (trade.quoteAmount - 1n) as never }));
    expect(findings(alter)).toContainEqual(expect.stringContaining('an amount'));
  });

  test('finds an index that the venues’ quotes do not give', () => {
    const alter = firstOf('index', (index) => ({
      ...index,
      priceTicks: ((index.priceTicks ?? 0) + 1) as never,
    }));
    expect(findings(alter)).toContainEqual(expect.stringContaining("the venues' quotes give"));
  });

  test('finds a swap at another rate, at another index, or of another quote', () => {
    const units = (quote: { readonly arrives: Amount }) => ({ arrives: amount(quote.arrives + 1n) });
    const rate = firstOf('swapQuoted', (quote) => ({ ...quote, ...units(quote) }));
    expect(findings(rate)).toContainEqual(expect.stringContaining('its indices give'));
    const index = firstOf('swapQuoted', (quote) => ({
      ...quote,
      to: { ...quote.to, priceTicks: (quote.to.priceTicks - 1) as PriceTicks },
    }));
    expect(findings(index)).toContainEqual(expect.stringContaining('is not priced at the index'));
    const taken = firstOf('swapped', (swap) => ({ ...swap, ...units(swap) }));
    expect(findings(taken)).toContainEqual(expect.stringContaining('is not what was quoted'));
    const other = firstOf('swapped', (swap) => ({ ...swap, swapId: swap.swapId - 1 }));
    expect(findings(other)).toContainEqual(expect.stringContaining('or its quote was replaced'));
  });

  test('finds money that came from nowhere', () => {
    const alter = firstOf('entry', (entry) => ({
      ...entry,
      postings: entry.postings.map((posting, at) =>
        at === 0 ? { ...posting, amount: (posting.amount + 1n) as never } : posting,
      ),
    }));
    expect(findings(alter)).toContainEqual(expect.stringContaining('is off by 1'));
  });

  test('finds a balance that is told otherwise than booked', () => {
    let left = told.flatMap(({ events }) => events).filter(({ type }) => type === 'balance').length;
    const alter = (event: KernelEvent): KernelEvent => {
      if (event.type !== 'balance') return event;
      left -= 1;
      return { ...event, available: (event.available + 1n) as never };
    };
    expect(findings(alter)).toContainEqual(expect.stringContaining('The balance told to'));
    expect(left).toBe(0);
  });

  test('finds a safety fund that got less than its tenth', () => {
    const alter = (event: KernelEvent): KernelEvent =>
      event.type === 'entry' && event.kind === 'fee'
        ? { ...event, postings: event.postings.slice(0, 2) }
        : event;
    expect(findings(alter)).toContainEqual(expect.stringContaining('a tenth of all fees'));
  });

  test.each<[string, (tick: IndexTick) => IndexTick, string]>([
    ['without its record', ({ record: _, ...tick }) => tick, 'it has no record'],
    [
      'of another number',
      (tick) => ({ ...tick, record: { ...tick.record!, no: 99 } }),
      'it is record 99 after record 19',
    ],
    [
      'after another',
      (tick) => ({ ...tick, record: { ...tick.record!, previousHash: NO_TICK_HASH } }),
      'it follows 0000',
    ],
    ['with another price', (tick) => ({ ...tick, quotes: tick.quotes.slice(1) }), 'its bytes give'],
    ['chained at another time', (tick) => ({ ...tick, chainedMs: tick.chainedMs! - 1 }), 'its bytes give'],
  ])('names the first tick that breaks the chain: %s', (_, alter, why) => {
    const check = new TickChainCheck();
    const found: string[] = [];
    for (const command of told) {
      const { body, seq } = command.envelope;
      const isBad = body.type === 'indexTick' && body.record?.no === 20;
      const envelope = isBad ? { ...command.envelope, body: alter(body) } : command.envelope;
      const before = found.length;
      check.see({ ...command, envelope }, view, (what) => found.push(what));
      if (isBad) expect(found.slice(before)).toEqual([expect.stringContaining(why)]);
      else expect(found.length, `command ${seq}`).toBe(before);
    }
    expect(found).toHaveLength(1);
  });

  test('finds a second contract that was decided or paid otherwise', () => {
    const paid = firstOf('secondEnded', (ended) => ({ ...ended, paid: amount(ended.paid + 1n) }));
    expect(findings(paid)).toContainEqual(expect.stringContaining('its terms give'));
    const flipped = firstOf('secondEnded', (ended) => ({
      ...ended,
      result: ended.result === 'won' ? 'lost' : 'won',
    }));
    expect(findings(flipped)).toContainEqual(expect.stringContaining('its prices give'));
  });

  test('finds a second contract with another price than the venues gave', () => {
    const quotes = firstOf('secondEnded', (ended) => ({
      ...ended,
      closing: ended.closing.map((reading) => ({
        ...reading,
        quotes: reading.quotes.map((quote) => ({ ...quote, bidTicks: quote.bidTicks - 1 })),
      })),
    }));
    expect(findings(quotes)).toContainEqual(expect.stringContaining('not those of the journal'));
    const price = firstOf('secondOpened', (opened) => ({
      ...opened,
      opening: { ...opened.opening, priceTicks: 1 as PriceTicks },
    }));
    expect(findings(price)).toContainEqual(expect.stringContaining("the venues' quotes give"));
  });

  test('finds a second contract that opens earlier than its rule says', () => {
    const early = firstOf('secondAccepted', (accepted) => ({
      ...accepted,
      terms: { ...accepted.terms, openTickNo: accepted.terms.openTickNo - 1 },
    }));
    expect(findings(early)).toContainEqual(expect.stringContaining('opens at tick'));
  });

  test('recomputes the same where rows and their ticks lie in archive files, and finds a receipt there', async () => {
    const trusts = () => true;
    const whole = await verifyJournal({ bytes: once(bytes), trusts });
    const folder = await mkdtemp(join(tmpdir(), 'candor-archive-'));
    try {
      const { connectionString } = database;
      const beforeMs = Number.MAX_SAFE_INTEGER;
      const { deletedRows } = await archiveJournal({ connectionString, folder, beforeMs, prune: true });
      expect(deletedRows).toBe(whole.rows - 1);
      const archive = new ArchiveFolder(folder);
      const ended = told.find(({ events }) => events.some(({ type }) => type === 'secondEnded'))!;
      const seq = ended.envelope.seq;
      const pool = new Pool({ connectionString });
      const place = await readPlaces(pool, [seq]).finally(() => pool.end());
      const receipt = new ReceiptFinder(place.get(seq));
      const { receipt: found, ...rest } = await verifyJournal({
        bytes: once(await exported(true)),
        archive,
        trusts,
        receipt,
      });
      expect({ ...rest, receipt: null }).toEqual(whole);
      expect(found).toMatchObject({ seq, hashMatches: true, digestMatches: true, findings: [] });
      const alone = await verifyJournal({ bytes: null, archive, trusts });
      expect(alone).toMatchObject({ rows: deletedRows, findingCount: 0 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
