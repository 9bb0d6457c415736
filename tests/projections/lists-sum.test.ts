import * as kernelModule from '@candor/kernel';
import { notionalOf } from '@candor/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BTC, BTC_USDT, USDT as MARGIN_USDT } from '../margin/bench.ts';
import { duel } from '../margin/duel.ts';
import { USERS as BORROWERS } from '../margin/sheet.ts';
import { runMarket, USERS as TRADERS } from '../perpetual/random-market.ts';
import { USDT } from '../perpetual/stage.ts';
import { all, type Played, play, total } from './played.ts';

/** Base units of a contract at one tick, of all contracts of the random market. */
const UNITS = 1_000;
const LOT_UNITS = 1_000n;

const played: Played[] = [];
afterAll(async () => {
  for (const each of played) await each.stop();
});

describe.each([24, 27, 36])('contracts of random market %i', (seed) => {
  let run: Played;
  beforeAll(async () => {
    const { sent } = runMarket({ seed, commands: 400, restarts: false });
    run = await play(sent);
    played.push(run);
  });

  const lists = async (userId: number) => {
    const { perpetual, bills } = run.projections;
    return {
      fills: await all((query) => perpetual.fills(query), { userId }),
      orders: await all((query) => perpetual.orders(query), { userId }),
      closed: await all((query) => perpetual.closedPositions(query), { userId }),
      receipts: await all((query) => perpetual.receipts(query), { userId }),
      bills: await all((query) => bills.bills(query), { userId }),
      open: run.kernel.perpetual.positions(userId),
    };
  };

  it.each(TRADERS)('of %i: bills are the ledger, order by order the fills', async (userId) => {
    const { bills, fills, orders } = await lists(userId);
    for (const kind of KINDS) {
      const own = bills.filter((bill) => bill.kind === kind);
      expect([kind, total(own, ({ amount }) => amount)]).toEqual([kind, usdt(run.posted(userId, kind))]);
    }
    for (const order of orders) {
      const own = fills.filter(({ orderId }) => orderId === order.orderId);
      expect({
        lots: total(own, ({ lots }) => BigInt(lots)),
        notional: total(own, ({ notional }) => notional),
        fee: total(own, ({ fee }) => fee),
        pnl: total(own, ({ realisedPnl }) => realisedPnl),
        closed: total(own, ({ closedLots }) => BigInt(closedLots)),
      }).toEqual({
        lots: BigInt(order.filledLots),
        notional: order.filledNotional,
        fee: order.fee,
        pnl: order.realisedPnl,
        closed: BigInt(order.closedLots),
      });
    }
    expect(fills.every(({ orderId }) => orders.some((order) => order.orderId === orderId))).toBe(true);
  });

  it.each(TRADERS)('of %i: fills and receipts are the ledger', async (userId) => {
    const { bills, fills, receipts } = await lists(userId);
    const own = fills.filter(({ liquidation }) => !liquidation);
    const liquidated = receipts.filter(({ kind }) => kind === 'liquidation');
    const deleveraged = receipts.filter(({ kind }) => kind === 'deleveraging');
    const amountOf = ({ amount }: { readonly amount: bigint | null }) => amount ?? 0n;
    // profits of cross positions that were realised at the mark, so that they pay a loss elsewhere
    const settled = bills.filter((bill) => bill.kind === 'perpetual-pnl' && bill.tradeId === 0);
    const ids = new Set(run.events.flatMap((event) => ('positionId' in event ? [event.positionId] : [])));
    const atMark = settled.filter(({ orderId }) => ids.has(orderId));
    expect(
      total(own, ({ realisedPnl }) => realisedPnl) +
        total(liquidated, amountOf) +
        total(deleveraged, amountOf) +
        total(atMark, amountOf),
    ).toBe(usdt(run.posted(userId, 'perpetual-pnl')));
    expect(total(own, ({ fee }) => fee)).toBe(-usdt(run.posted(userId, 'perpetual-fee')));
    expect(total(liquidated, ({ fee }) => fee ?? 0n)).toBe(-usdt(run.posted(userId, 'liquidation-fee')));
    const funding = receipts.filter(({ kind }) => kind === 'funding');
    expect(total(funding, amountOf)).toBe(usdt(run.posted(userId, 'perpetual-funding')));
  });

  it.each(TRADERS)('of %i: a liquidation is its fills and those against others', async (userId) => {
    const { fills, receipts } = await lists(userId);
    for (const { kind, event, value, amount, fee, lots } of receipts) {
      if (kind !== 'liquidation') continue;
      const told = JSON.parse(event) as {
        readonly steps: readonly { readonly orderId: number; readonly fills: readonly Closing[] }[];
        readonly deleveraged: readonly Closing[];
      };
      const orders = new Set(told.steps.map(({ orderId }) => orderId));
      const inBook = fills.filter(({ orderId }) => orders.has(orderId));
      const { deleveraged } = told;
      expect(told.steps.flatMap((step) => step.fills).map(({ tradeId, ...fill }) => [tradeId, fill])).toEqual(
        [...inBook]
          .reverse()
          .map(({ tradeId, priceTicks, lots: ofFill, fee: paid }) => [
            tradeId,
            { priceTicks, lots: ofFill, fee: String(paid) },
          ]),
      );
      expect(total(inBook, (fill) => fill.notional) + total(deleveraged, closedValueOf)).toBe(value);
      expect(total(inBook, (fill) => fill.fee) + total(deleveraged, (line) => BigInt(line.fee))).toBe(fee);
      expect(
        total(inBook, (fill) => BigInt(fill.lots)) + total(deleveraged, (line) => BigInt(line.lots)),
      ).toBe(BigInt(lots!));
      if (deleveraged.length === 0) expect(total(inBook, (fill) => fill.realisedPnl)).toBe(amount);
    }
  });

  it.each(TRADERS)('of %i: positions are the ledger and the fills', async (userId) => {
    const { closed, open, fills, receipts } = await lists(userId);
    const positions = [...closed, ...open];
    expect(total(positions, ({ realisedPnl }) => realisedPnl)).toBe(
      usdt(run.posted(userId, 'perpetual-pnl')),
    );
    expect(total(positions, ({ fees }) => fees)).toBe(
      -usdt(run.posted(userId, 'perpetual-fee', 'liquidation-fee')),
    );
    expect(total(positions, ({ funding }) => funding)).toBe(usdt(run.posted(userId, 'perpetual-funding')));
    const { rows } = await run.projections.pool.query<{ value: string }>(
      'SELECT coalesce(sum(closed_value), 0)::text AS value FROM projections.contract_positions WHERE user_id = $1',
      [userId],
    );
    const own = fills.filter(({ liquidation }) => !liquidation);
    const value =
      total(own, ({ closedLots, priceTicks }) => notionalOf(closedLots, priceTicks, UNITS)) +
      total(receipts, (receipt) => receipt.value ?? 0n) +
      total(receipts, ({ kind, lots, priceTicks }) =>
        kind === 'deleveraging' ? notionalOf(lots!, priceTicks!, UNITS) : 0n,
      );
    expect(BigInt(rows[0]!.value)).toBe(value);
  });

  it('met liquidations and funding', () => {
    const found = run.events.filter((event) => event.type === 'perpetualLiquidated');
    expect(found.length).toBeGreaterThan(2);
    for (const type of ['perpetualFundingPaid', 'perpetualTrade'] as const)
      expect(run.events.some((event) => event.type === type)).toBe(true);
  });
});

it('the random markets met each way of closing by force', () => {
  const found = played.flatMap(({ events }) =>
    events.filter((event) => event.type === 'perpetualLiquidated'),
  );
  expect(found.some(({ lotsLeft }) => lotsLeft > 0)).toBe(true);
  expect(found.some(({ steps }) => steps.length > 0)).toBe(true);
  expect(found.some(({ deleveraged }) => deleveraged.some(({ fee }) => fee > 0n))).toBe(true);
  const settled = played.some(({ events }) =>
    events.some((event) => event.type === 'perpetualPosition' && event.change === 'settled'),
  );
  expect(settled).toBe(true);
});

describe.each([8, 104])('spot and margin of random exchange %i', (seed) => {
  let run: Played;
  beforeAll(async () => {
    run = await play(duel(kernelModule, seed, 300));
    played.push(run);
  });

  it.each(BORROWERS)('of %i: orders are the fills, fills and bills the ledger', async (userId) => {
    const { spot, bills: billQueries } = run.projections;
    const fills = await all((query) => spot.fills(query), { userId });
    const orders = await all((query) => spot.orders(query), { userId });
    const bills = await all((query) => billQueries.bills(query), { userId });
    for (const order of orders) {
      const own = fills.filter(({ orderId }) => orderId === order.orderId);
      expect(total(own, ({ lots }) => BigInt(lots))).toBe(BigInt(order.filledLots));
      expect(total(own, ({ quoteAmount }) => quoteAmount)).toBe(order.filledQuote);
      expect(total(own, ({ fee }) => fee)).toBe(order.fee);
    }
    expect(fills.every(({ orderId }) => orders.some((order) => order.orderId === orderId))).toBe(true);
    const sums = new Map<number, bigint>();
    const add = (assetId: number, amount: bigint) => sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
    for (const { symbolId, side, lots, quoteAmount, fee } of fills) {
      expect(symbolId).toBe(BTC_USDT);
      const base = BigInt(lots) * LOT_UNITS;
      add(BTC, side === 'buy' ? base - fee : -base);
      add(MARGIN_USDT, side === 'buy' ? -quoteAmount : quoteAmount - fee);
    }
    const posted = run.posted(userId, 'trade', 'fee');
    for (const assetId of [BTC, MARGIN_USDT]) {
      expect(sums.get(assetId) ?? 0n).toBe(posted.get(assetId) ?? 0n);
      const ofBills = bills.filter(
        (bill) => bill.assetId === assetId && ['trade', 'fee'].includes(bill.kind),
      );
      expect(total(ofBills, ({ amount }) => amount)).toBe(posted.get(assetId) ?? 0n);
    }
  });

  it.each(BORROWERS)('of %i: loans, interest and receipts are the ledger', async (userId) => {
    const { margin, bills: billQueries } = run.projections;
    const bills = await all((query) => billQueries.bills(query), { userId });
    const loans = (
      await Promise.all(
        (['margin-cross', 'margin-isolated'] as const).map((wallet) =>
          all((query) => margin.loans(query), { userId, wallet, symbolId: null, assetId: null, over: null }),
        ),
      )
    ).flat();
    const interest = await all((query) => margin.interest(query), { userId });
    const receipts = await all((query) => margin.receipts(query), { userId });
    const debts = (assetId: number, ...kinds: readonly string[]) =>
      total(
        bills.filter((bill) => bill.wallet.debt && bill.assetId === assetId && kinds.includes(bill.kind)),
        ({ amount }) => amount,
      );
    for (const assetId of [BTC, MARGIN_USDT]) {
      const own = loans.filter((loan) => loan.assetId === assetId);
      expect(total(own, ({ borrowed }) => borrowed)).toBe(-debts(assetId, 'margin-borrow'));
      expect(total(own, (loan) => loan.interest)).toBe(-debts(assetId, 'margin-interest'));
      expect(total(own, (loan) => loan.repaid + loan.interestPaid)).toBe(
        debts(assetId, 'margin-repay', 'margin-deficit'),
      );
      const charged = interest.filter((line) => line.assetId === assetId);
      expect(total(charged, ({ amount }) => amount)).toBe(total(own, (loan) => loan.interest));
      const told = (kind: string) =>
        receipts
          .filter((receipt) => receipt.kind === kind)
          .map(({ event }) => JSON.parse(event) as { readonly assetId: number; readonly amount: string })
          .filter((event) => event.assetId === assetId);
      expect(total(told('deficit'), ({ amount }) => BigInt(amount))).toBe(debts(assetId, 'margin-deficit'));
      expect(total(told('takeover'), ({ amount }) => BigInt(amount))).toBe(
        -(run.posted(userId, 'margin-takeover').get(assetId) ?? 0n),
      );
    }
  });
});

it('the random exchanges met forced sales, deficits and a takeover', () => {
  const met = new Set(played.flatMap(({ events }) => events.map(({ type }) => type)));
  for (const type of ['marginSold', 'marginDeficit', 'marginTakenOver', 'marginInterest', 'trade'] as const)
    expect([...met]).toContain(type);
});

interface Closing {
  readonly tradeId: number;
  readonly priceTicks: number;
  readonly lots: number;
  readonly fee: string;
}

const KINDS = [
  'perpetual-pnl',
  'perpetual-fee',
  'perpetual-funding',
  'liquidation-fee',
  'insurance-payment',
] as const;

function closedValueOf({ lots, priceTicks }: Closing): bigint {
  return notionalOf(lots, priceTicks, UNITS);
}

function usdt(sums: Map<number, bigint>): bigint {
  return sums.get(USDT) ?? 0n;
}
