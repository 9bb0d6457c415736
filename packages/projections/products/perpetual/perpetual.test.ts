import { type Engine, openEngine, readCommitted } from '@candor/journal';
import type { Command, PlacePerpetualOrder } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BTCPERP, bootstrap, HOUSE, indexTick, USDT } from '../../../../tests/api/support/listing.ts';
import { PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { type Projections, rebuild, startProjections } from '../../index.ts';

const ALICE = 1000;
const BOB = 1001;
const START_MS = Date.UTC(2026, 0, 1, 1);
const FUNDING_MS = Date.UTC(2026, 0, 1, 8);

let database: FreshDatabase;
let engine: Engine;
let projections: Projections;
let nowMs = START_MS;
let tickNo = START_MS / 250;

const submit = async (userId: number, body: Command) => {
  const answer = await engine.submit({ userId, key: null, bodyHash: null, body });
  expect(answer.outcome).toMatchObject({ ok: true });
  return answer;
};
const usdt = (whole: number) => (BigInt(whole) * 10n ** 8n) as Amount;
const order = (side: 'buy' | 'sell', priceTicks: number, lots: number): PlacePerpetualOrder => ({
  type: 'placePerpetualOrder',
  symbolId: BTCPERP,
  positionSide: 'both',
  side,
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  reduceOnly: false,
  priceTicks: priceTicks as PriceTicks,
  lots: lots as Lots,
  clientOrderId: null,
  trigger: null,
  takeProfit: null,
  stopLoss: null,
  leverage: null,
  marginMode: null,
});
async function freshIndex(): Promise<void> {
  tickNo = Math.max(tickNo + 1, Math.floor(nowMs / 250));
  await submit(0, indexTick(tickNo, nowMs));
}

/** Alice buys 20 contracts of Bob, sets stops, meets the house, pays or gets funding, and closes half. */
beforeAll(async () => {
  database = await freshDatabase();
  const people = [ALICE, BOB].flatMap((accountUserId): Command[] => [
    { type: 'openAccount', accountUserId, kind: 'user' },
    { type: 'practiceFunds', accountUserId, assetId: USDT, amount: usdt(10_000) },
  ]);
  engine = await openEngine({
    connectionString: database.connectionString,
    genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null },
    bootstrap: [...bootstrap, ...people],
    tuning: patientTuning,
    now: () => nowMs,
  });
  projections = await startProjections({ connectionString: database.connectionString, engine });
  for (const userId of [ALICE, BOB, HOUSE]) {
    await submit(userId, {
      type: 'transfer',
      from: 'spot',
      to: 'contract',
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: USDT,
      amount: usdt(5_000),
    });
  }
  await freshIndex();
  await submit(BOB, order('sell', 5_000_000, 20));
  await submit(ALICE, order('buy', 5_000_000, 20));
  const [position] = await engine.read((view) => view.perpetual.positions(ALICE));
  const exit = (priceTicks: number) => ({
    triggerTicks: priceTicks as PriceTicks,
    source: 'mark' as const,
    lots: null,
  });
  await submit(ALICE, {
    type: 'setPositionExits',
    positionId: position!.positionId,
    takeProfit: exit(5_200_000),
    stopLoss: exit(4_800_000),
  });
  const levels = [{ side: 'buy', priceTicks: 4_999_000 as PriceTicks, lots: 10 as Lots }] as const;
  await submit(HOUSE, { type: 'perpetualMassQuote', symbolId: BTCPERP, levels });
  await submit(ALICE, { ...order('sell', 4_999_000, 10), reduceOnly: true });
  nowMs = FUNDING_MS + 1_000;
  await submit(0, { type: 'tick' });
  await freshIndex();
  await submit(BOB, order('buy', 4_990_000, 5));
  const { seq } = await submit(ALICE, { type: 'closeAllPositions', symbolIds: null });
  expect(await projections.caughtUp(seq, PATIENCE_MS)).toBe(true);
});
afterAll(async () => {
  await projections?.stop();
  await engine?.stop();
  await database?.drop();
});

describe('the read models of contracts', () => {
  test('tell orders with what was filled, paid and realised', async () => {
    const { rows } = await projections.perpetual.orders({ userId: ALICE, limit: 50 });
    const opening = rows.at(-1);
    expect(opening).toMatchObject({
      side: 'buy',
      lots: 20,
      filledLots: 20,
      doneReason: 'filled',
      closedLots: 0,
    });
    expect(opening?.filledNotional).toBe(usdt(1_000));
    // 0.05 percent of 1,000 USDT, as a taker.
    expect(opening?.fee).toBe(50_000_000n);
    const reducing = rows.findLast(({ reduceOnly, origin }) => reduceOnly && origin === 'user');
    expect(reducing).toMatchObject({ closedLots: 10, realisedPnl: -10_000_000n });
  });

  test('tell both sides of a fill, and leave the house out', async () => {
    const [alice, bob, house] = await Promise.all(
      [ALICE, BOB, HOUSE].map((userId) => projections.perpetual.fills({ userId, limit: 50 })),
    );
    expect(alice!.rows.map(({ side, lots, houseCounterparty }) => [side, lots, houseCounterparty])).toEqual([
      ['sell', 5, false],
      ['sell', 10, true],
      ['buy', 20, false],
    ]);
    expect(bob!.rows.map(({ side, maker }) => [side, maker])).toEqual([
      ['buy', true],
      ['sell', true],
    ]);
    expect(house!.rows).toEqual([]);
  });

  test('tell funding, stops and positions that are over, page by page', async () => {
    const funding = await projections.perpetual.funding(BTCPERP, null, 10);
    expect(funding.rows).toMatchObject([{ timeMs: FUNDING_MS, symbolId: BTCPERP }]);
    const exits = await projections.perpetual.exits({ userId: ALICE, limit: 10 });
    expect(exits.rows.map(({ kind }) => kind)).toEqual(['stop-loss', 'take-profit']);
    const receipts = await projections.perpetual.receipts({ userId: ALICE, limit: 10 });
    for (const { kind, event } of receipts.rows) {
      expect(kind).toBe('funding');
      expect(JSON.parse(event)).toMatchObject({ type: 'perpetualFundingPaid', userId: ALICE });
    }
    const forged = await projections.perpetual.orders({
      userId: ALICE,
      limit: 10,
      cursor: '1; drop table x',
    });
    expect(forged).toEqual({ rows: [], next: null });
    const first = await projections.perpetual.fills({ userId: ALICE, limit: 2 });
    const rest = await projections.perpetual.fills({ userId: ALICE, limit: 2, cursor: first.next });
    expect([...first.rows, ...rest.rows]).toHaveLength(3);
    expect(rest.next).toBeNull();
  });

  test('are the same when they are rebuilt from the journal', async () => {
    const replay = (afterSeq: number) =>
      readCommitted({ connectionString: database.connectionString, afterSeq });
    const rebuilt = await rebuild({ connectionString: database.connectionString, replay });
    const contracts = rebuilt.tables.filter(({ table }) => table.startsWith('contract_'));
    expect(contracts.map(({ identical }) => identical)).toEqual(contracts.map(() => true));
    const filled = contracts.filter(({ rows }) => rows > 0).map(({ table }) => table);
    expect(filled).toEqual(
      expect.arrayContaining(['contract_orders', 'contract_fills', 'contract_positions']),
    );
    expect(filled).toEqual(expect.arrayContaining(['contract_exits', 'contract_funding']));
  });
});
