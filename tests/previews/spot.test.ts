import type { Amount, Lots, PriceTicks } from '@candor/money';
import { expect, it } from 'vitest';
import { type BookLevel, fillByBook, fillByLimit } from '../../apps/web/trade/draft/book-fill.ts';
import type { Draft } from '../../apps/web/trade/draft/draft.ts';
import { previewOf } from '../../apps/web/trade/draft/preview.ts';
import { Random } from '../../tools/workload/random.ts';
import { BTC, SPOT, Stage, USDT } from '../perpetual/stage.ts';

// The maximum fee of a spot ticket is a bound, and one receives what it says where each level of the book is one order:
// random books and orders, the book standing still.

const ALICE = 1000;
const MAKER = 1001;
const OTHER = 1002;
const MID = 1_000_000;
const MARKET = {
  priceDecimals: 2,
  quantityDecimals: 5,
  tickSize: '0.01',
  lotSize: '0.00001',
  minNotional: '0',
  maxQuantity: '10000',
};
const DRAFT: Draft = {
  side: 'buy',
  kind: 'limit',
  price: '',
  quantity: '',
  total: '',
  driver: 'quantity',
  wait: null,
  trigger: '',
  callback: '',
  activation: '',
  stopPrice: '',
  timeInForce: 'GTC',
  postOnly: false,
};

const priceOf = (ticks: number) => (ticks / 100).toFixed(2);
const coinsOf = (lots: number) => (lots / 100_000).toFixed(5);
const unitsOf = (text: string) => BigInt(Math.round(Number(text) * 1e8));

function place(
  s: Stage,
  userId: number,
  side: 'buy' | 'sell',
  lots: number,
  ticks: number | null,
  more = {},
) {
  return s.send(userId, {
    type: 'placeOrder',
    symbolId: SPOT,
    side,
    orderType: ticks === null ? 'market' : 'limit',
    timeInForce: ticks === null ? 'IOC' : 'GTC',
    postOnly: false,
    quoteAmount: null,
    priceTicks: ticks as PriceTicks | null,
    lots: lots as Lots,
    clientOrderId: null,
    ...more,
  });
}

/** A book of up to five levels a side; with `crowded` several orders stand at a level. */
function market(random: Random, crowded: boolean, makerPpm: number, takerPpm: number): Stage {
  const s = new Stage({ audit: false });
  s.system({ type: 'setFees', makerPpm, takerPpm });
  for (const user of [ALICE, MAKER, OTHER]) {
    s.system({ type: 'openAccount', accountUserId: user, kind: 'user' });
    for (const assetId of [BTC, USDT]) {
      const amount = (10n ** 16n) as Amount;
      s.system({ type: 'practiceFunds', accountUserId: user, assetId, amount });
    }
  }
  for (const side of ['buy', 'sell'] as const) {
    let ticks = MID;
    for (let level = random.int(0, 5); level > 0; level--) {
      ticks += (side === 'buy' ? -1 : 1) * random.int(1, 1_500);
      for (let order = crowded ? random.int(1, 4) : 1; order > 0; order--)
        place(s, MAKER, side, random.int(1, 30_000), ticks);
    }
  }
  return s;
}

const seen = { crossed: 0, rested: 0, both: 0, market: 0, dearer: 0 };

it.each([false, true])('the maximum fee is never exceeded (several orders a level: %s)', (crowded) => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed);
    const [maker, taker] = random.pick([
      [1_000, 1_500],
      [777, 1_333],
      [0, 1],
      [2_000, 500],
      [50, 800],
    ] as const);
    const s = market(random, crowded, maker, taker);
    const side = random.pick(['buy', 'sell'] as const);
    const kind = random.pick(['limit', 'limit', 'market'] as const);
    const lots = random.int(1, 60_000);
    const limit = MID + random.int(-4_000, 4_000);
    const postOnly = kind === 'limit' && random.chance(0.1);
    const timeInForce = postOnly ? 'GTC' : random.pick(['GTC', 'GTC', 'IOC', 'FOK'] as const);
    const draft: Draft = {
      ...DRAFT,
      side,
      kind,
      postOnly,
      timeInForce,
      quantity: coinsOf(lots),
      price: kind === 'limit' ? priceOf(limit) : '',
    };
    const depth = s.kernel.spot.depth(SPOT, 100);
    const levels = (side === 'buy' ? depth.asks : depth.bids).map(
      (level): BookLevel => [priceOf(level.priceTicks), coinsOf(level.lots)],
    );
    const filled =
      kind === 'market'
        ? fillByBook(draft, levels, [], MARKET, taker)
        : fillByLimit(draft, levels, [], MARKET, { maker, taker });
    const shown = previewOf(draft, String(taker / 10_000), filled);
    const before = s.kernel.balances(ALICE, 'spot');
    const outcome = place(s, ALICE, side, lots, kind === 'market' ? null : limit, {
      postOnly,
      timeInForce: kind === 'market' ? 'IOC' : timeInForce,
    });
    if (!outcome.ok) continue;
    let own = feesOf(s);
    const atOnce = own.lots;
    if (kind === 'limit' && timeInForce === 'GTC' && atOnce < lots) {
      s.sure(MAKER, { type: 'cancelAll', symbolId: SPOT });
      for (let left = lots - atOnce; left > 0; ) {
        // strangers nibble at the rest
        const part = Math.min(left, random.int(1, Math.max(1, Math.floor(lots / 6))));
        place(s, OTHER, side === 'buy' ? 'sell' : 'buy', part, limit);
        const more = feesOf(s);
        own = { lots: own.lots + more.lots, fee: own.fee + more.fee };
        left -= part;
      }
    }
    const name = `seed ${seed}: ${JSON.stringify({ draft, levels, maker, taker })}`;
    expect(coinsOf(own.lots), name).toBe(filled!.quantity);
    expect(own.fee <= unitsOf(shown?.maxFee ?? '0'), `${name}: ${own.fee} of ${shown?.maxFee}`).toBe(true);
    const asset = side === 'buy' ? BTC : USDT;
    const has = (of: typeof before) => of.find(({ assetId }) => assetId === asset)?.available ?? 0n;
    const received = has(s.kernel.balances(ALICE, 'spot')) - has(before);
    if (!crowded && atOnce === own.lots) {
      expect(received, name).toBe(unitsOf(shown?.receive ?? '0'));
      expect(own.fee, name).toBe(unitsOf(shown?.fee ?? '0'));
    }
    const limitFee = unitsOf(
      previewOf({ ...draft, total: String((lots * limit) / 1e7) }, String(taker / 10_000))?.fee ?? '0',
    );
    if (kind === 'limit' && side === 'sell' && own.fee > limitFee) seen.dearer++;
    if (kind === 'market') seen.market++;
    else seen[atOnce === 0 ? 'rested' : atOnce === lots ? 'crossed' : 'both']++;
  }
  expect(Object.entries(seen).filter(([, count]) => count < 10)).toEqual([]);
});

/** Lots and fees of Alice's fills in the last command. */
function feesOf(s: Stage): { readonly lots: number; readonly fee: bigint } {
  let [lots, fee] = [0, 0n];
  for (const event of s.events) {
    if (event.type !== 'trade') continue;
    const taken = event.takerUserId === ALICE;
    if (!taken && event.makerUserId !== ALICE) continue;
    lots += event.lots;
    fee += taken ? event.takerFee : event.makerFee;
  }
  return { lots, fee };
}

it('counts a sale beyond the levels that are known at the last of them', () => {
  const draft: Draft = { ...DRAFT, side: 'sell', price: '90.00', quantity: '2.00000' };
  const levels: BookLevel[] = [['100.00', '1.00000']];
  const filled = fillByLimit(draft, levels, [], MARKET, { maker: 1_000, taker: 1_000 });
  expect(filled).toMatchObject({ total: '190', fee: '0.19', maxFee: '0.2' });
});
