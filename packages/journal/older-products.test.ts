import { type Command, KERNEL_VERSION, type Kernel, type KernelView, type Outcome } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { NO_TICK_HASH, tickHash } from '@candor/prices';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runMarket } from '../../tests/perpetual/random-market.ts';
import { HOUSE, orderOf, PERP, SPOT, U, USDT } from '../../tests/perpetual/stage.ts';
import { OlderJournal } from '../../tests/support/older-journal.ts';
import { patientTuning } from '../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres.ts';
import { practiceGenesis } from '../../tools/workload/exchange.ts';
import { type Engine, openEngine, readCommitted, verifyChain } from './index.ts';

/** The kernel of the last release: the one version from which an upgrade is proved. */
const VERSION = 'core-13';
const ALICE = 1000;
const BOB = 1001;
const USERS = [HOUSE, ALICE, BOB, 1002, 1003, 1004];
/** Body hash of the keyed commands, the same for their retries. */
const BODY_HASH = 'ab'.repeat(32);

let database: FreshDatabase;
let url: string;
let engine: Engine | null = null;

beforeEach(async () => {
  database = await freshDatabase();
  url = database.connectionString;
});

afterEach(async () => {
  await engine?.stop();
  engine = null;
  await database.drop();
});

interface Keyed {
  readonly userId: number;
  readonly key: string;
  readonly body: Command;
  readonly outcome: Outcome;
}

/** A journal of that version: contracts in a random market, then loans, second contracts and acts under keys. */
async function writeOldJournal(): Promise<{ readonly kernel: Kernel; readonly keyed: readonly Keyed[] }> {
  const journal = await OlderJournal.begin(url, VERSION);
  const { kernel } = journal;
  for (const envelope of runMarket({ seed: 11, commands: 250, restarts: false }).sent) {
    await journal.apply(envelope);
  }
  let nowMs = kernel.timeMs;
  const send = (userId: number, body: Command, key: string | null = null) =>
    journal.apply({ timeMs: nowMs, userId, key, bodyHash: key === null ? null : BODY_HASH, body });
  const sure = async (userId: number, body: Command) => {
    const outcome = await send(userId, body);
    if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
  };
  const tick = async () => {
    nowMs += 250;
    const quotes = [
      [SPOT, kernel.index(SPOT)?.priceTicks],
      [2, kernel.index(2)?.priceTicks],
    ].map(([symbolId, ticks]) => ({
      venueId: 1,
      symbolId: symbolId as number,
      venueTimeMs: nowMs,
      bidTicks: (ticks ?? 100_000) as PriceTicks,
      askTicks: (ticks ?? 100_000) as PriceTicks,
    }));
    await sure(0, { type: 'indexTick', tickNo: Math.floor(nowMs / 250), chainedMs: nowMs - 3, quotes });
  };
  for (let i = 0; i < 30; i++) await tick();
  const funds = (accountUserId: number): Command => ({
    type: 'practiceFunds',
    accountUserId,
    assetId: USDT,
    amount: (5_000n * U) as Amount,
  });
  const moved = (to: 'contract' | 'second' | 'margin-cross', amount: bigint): Command => ({
    type: 'transfer',
    from: 'spot',
    to,
    fromSymbolId: 0,
    toSymbolId: 0,
    assetId: USDT,
    amount: (amount * U) as Amount,
  });
  const loan = { wallet: 'margin-cross', symbolId: 0, assetId: USDT } as const;
  for (const body of setUp) await sure(0, body);
  for (const user of [ALICE, BOB]) {
    await sure(0, funds(user));
    await sure(user, moved('second', 500n));
    await sure(user, moved('margin-cross', 1_000n));
    await sure(user, moved('contract', 2_000n));
  }
  await sure(ALICE, { type: 'borrow', ...loan, amount: (300n * U) as Amount });
  await tick();
  const keyed: Keyed[] = [];
  const under = async (userId: number, body: Command) => {
    const key = `old:${keyed.length}:`;
    keyed.push({ userId, key, body, outcome: await send(userId, body, key) });
  };
  const bid = Math.round((kernel.index(SPOT)?.priceTicks ?? 100_000) * 0.98);
  await under(ALICE, { type: 'repay', ...loan, amount: (100n * U) as Amount });
  await under(ALICE, { ...second, quantity: 5 });
  await under(BOB, { ...second, quantity: 7, direction: 'down' });
  for (const user of [ALICE, BOB]) {
    const positionSide = kernel.perpetual.positionMode(user) === 'hedge' ? 'long' : 'both';
    await under(user, orderOf('buy', 20, bid, { positionSide, clientOrderId: `old ${user}` }));
  }
  await under(BOB, { type: 'closeAllPositions', symbolIds: [PERP] });
  await under(ALICE, { type: 'setLeverage', symbolId: PERP, leverage: 7 });
  await journal.end();
  return { kernel, keyed };
}

const second: Extract<Command, { type: 'openSecondContract' }> = {
  type: 'openSecondContract',
  symbolId: SPOT,
  direction: 'up',
  periodS: 60,
  quantity: 5,
  payoutPpm: null,
  clientOrderId: null,
  country: null,
};

const setUp: readonly Command[] = [
  { type: 'fundMarginPool', into: 'pool', assetId: USDT, amount: (100_000n * U) as Amount },
  {
    type: 'setMarginAsset',
    assetId: USDT,
    borrowable: true,
    hourlyRatePpb: 10_000,
    haircutPpm: 1_000_000,
    maxBorrow: (10_000n * U) as Amount,
  },
  {
    type: 'setMarginTerms',
    symbolId: 0,
    valueAssetId: USDT,
    maxLeverage: 3,
    transferPpm: 2_000_000,
    callPpm: 1_200_000,
    liquidationPpm: 1_100_000,
    saleBandPpm: 50_000,
  },
  { type: 'fundSecondsPool', assetId: USDT, amount: (10_000n * U) as Amount, fromUserId: 0 },
  { type: 'setExposureCap', symbolId: 0, cap: (2_000n * U) as Amount },
  { type: 'setExposureCap', symbolId: SPOT, cap: (2_000n * U) as Amount },
  { type: 'enableSeconds', practice: true, countries: [] },
  {
    type: 'setSecondsTerms',
    symbolId: SPOT,
    assetId: USDT,
    minQuantity: 2,
    maxQuantity: 1_000,
    periods: [{ periodS: 60, payoutPpm: 800_000 }],
    formula: 1,
  },
];

/** Balances and debts of users, in all products. */
function worth(view: KernelView): unknown {
  return USERS.map((user) => [
    (['spot', 'contract', 'second', 'margin-cross'] as const).map((kind) => view.balances(user, kind)),
    view.perpetual.positions(user),
    view.perpetual.openOrders(user, null),
    view.perpetual.settings(user, PERP),
    view.margin.wallet(user, 'margin-cross', 0)?.loans,
    view.seconds.contracts(user),
  ]);
}

async function query<R extends object>(sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a journal of the last release replays under its own kernel and goes on under this one', async () => {
  const { kernel: old, keyed } = await writeOldJournal();
  expect(
    old.perpetual.positions(ALICE).length + old.perpetual.openOrders(ALICE, null).length,
  ).toBeGreaterThan(0);
  expect(keyed.filter(({ outcome }) => outcome.ok).length).toBeGreaterThanOrEqual(6);
  const lines: string[] = [];
  engine = await openEngine({
    connectionString: url,
    genesis: practiceGenesis,
    tuning: patientTuning,
    log: (line) => lines.push(line),
  });
  expect(lines.join('\n')).toMatch(
    new RegExp(`goes on under kernel ${KERNEL_VERSION} .+; it was ${VERSION} `),
  );
  expect(await engine.read(worth)).toEqual(worth(old));
  for (const { userId, key, body, outcome } of keyed) {
    const again = await engine.submit({ userId, key, bodyHash: BODY_HASH, body });
    expect(again.outcome, key).toEqual(outcome);
  }

  // The orders of then are cancelled, and one of now sets leverage with itself.
  const own = { key: null, bodyHash: null };
  for (const userId of USERS.slice(1)) {
    const body = { type: 'cancelPerpetualOrders', symbolId: null } as const;
    expect((await engine.submit({ userId, ...own, body })).outcome.ok).toBe(true);
  }
  const positionSide = (await engine.read((view) => view.perpetual.positionMode(ALICE))) === 'hedge';
  const body = orderOf('buy', 1 as Lots, 1, { leverage: 3, positionSide: positionSide ? 'long' : 'both' });
  expect((await engine.submit({ userId: ALICE, ...own, body })).outcome.ok).toBe(false);
  expect(await engine.read((view) => view.perpetual.settings(ALICE, PERP))).toEqual(
    old.perpetual.settings(ALICE, PERP),
  );
  for (const { sum } of await engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);

  // The recorder's chain begins after a journal of ticks without records.
  const chain = await engine.read((view) => view.chain);
  expect(chain).toMatchObject({
    tickNo: old.chain.tickNo,
    recordNo: 0,
    hash: NO_TICK_HASH,
  });
  const first = { no: 1, previousHash: chain.hash };
  const tick = { tickNo: chain.tickNo + 1, chainedMs: chain.chainedMs + 1, quotes: [] };
  const record = { ...first, hash: tickHash({ ...first, ...tick }) };
  const recorded = { type: 'indexTick', ...tick, record } as const;
  expect((await engine.submit({ userId: 0, ...own, body: recorded })).outcome.ok).toBe(true);
  const { record: _, ...bare } = { ...recorded, tickNo: tick.tickNo + 1 };
  expect((await engine.submit({ userId: 0, ...own, body: bare })).outcome).toMatchObject({
    ok: false,
    code: 'TICK_CHAIN_BROKEN',
  });
  const { committedSeq: seq, headHash: hash } = engine.status();
  const state = await engine.read((view) => (view as Kernel).stateHash());
  await engine.stop();

  await query('DELETE FROM journal.snapshots');
  engine = await openEngine({ connectionString: url, genesis: practiceGenesis, tuning: patientTuning });
  expect(engine.status()).toMatchObject({ state: 'ready', committedSeq: seq, headHash: hash });
  expect(await engine.read((view) => (view as Kernel).stateHash())).toBe(state);
  expect((await verifyChain(url)).commands).toBe(seq);
  const perpetual: Command[] = [];
  for await (const batch of readCommitted({ connectionString: url, afterSeq: 0 })) {
    for (const { envelope } of batch.commands)
      if (envelope.body.type === 'placePerpetualOrder') perpetual.push(envelope.body);
  }
  // orders of then are read as they were written
  const ofThen = perpetual.flatMap((order) => ('clientOrderId' in order ? (order.clientOrderId ?? []) : []));
  expect(ofThen).toEqual(expect.arrayContaining([`old ${ALICE}`, `old ${BOB}`]));
  expect(perpetual.at(-1)).toEqual(body);
});

test('a row of the last release that claims to be of this one is found', async () => {
  await writeOldJournal();
  engine = await openEngine({ connectionString: url, genesis: practiceGenesis, tuning: patientTuning });
  await engine.stop();
  engine = null;
  await query('DELETE FROM journal.snapshots');
  // The hash of the chain carries that of the code which applied a row.
  await query('UPDATE journal.batches SET kernel_no = 2 WHERE batch_no = 2');
  const opened = openEngine({ connectionString: url, genesis: practiceGenesis, tuning: patientTuning });
  await expect(opened).rejects.toMatchObject({ code: 'CHAIN_BROKEN', batchNo: 2 });
});
