import type { ContractMarketRow } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { bookFills } from '../../apps/web/perpetual/book-fills.ts';
import { mostContracts, perpetualPreview } from '../../apps/web/perpetual/perpetual-preview.ts';
import type { OpenPerpetuals } from '../../apps/web/perpetual/perpetual-terms.ts';
import {
  closableBeside,
  leveragePreview,
  marginPreview,
  mostReduced,
  reversePreview,
} from '../../apps/web/perpetual/position-preview.ts';
import { valuedAt } from '../../apps/web/perpetual/valued.ts';
import { fillByBook } from '../../apps/web/trade/draft/book-fill.ts';
import { ticksOf, units, usdtText } from '../../apps/web/trade/draft/contract-terms.ts';
import type { Draft } from '../../apps/web/trade/draft/draft.ts';
import { limit, market, openContractHouse } from './support/contracts.ts';
import { type Person, refusal } from './support/person.ts';

// The ledger does what the page shows before an act, to the last unit: done and compared.
const { house, freshIndex, trader } = openContractHouse();
const SYMBOL = 'BTCUSDT-PERP';
type Side = 'long' | 'short';
type Mode = 'isolated' | 'cross';

async function contract({ client }: Person): Promise<ContractMarketRow> {
  const rows = await client.call('getMarketInitData', { query: { type: 'usta' } });
  return rows.find(({ symbol }) => symbol === SYMBOL) as ContractMarketRow;
}

/** All that somebody has open, as the private socket tells it. */
async function openOf({ client }: Person): Promise<OpenPerpetuals> {
  const [held, listed, stops, account] = await Promise.all([
    client.call('contractPositionList'),
    client.call('contractOrderList', { query: { scope: 'open' } }),
    client.call('contractLossList', { query: {} }),
    client.call('getContractAccount'),
  ]);
  return { positions: held.records, orders: listed.records, stops: stops.records, account };
}

/** A price as rows write it. */
const shown = (price: string | null) => (price === null ? null : Number(price).toFixed(2));

/** The amount that a cross wallet needs for its position to have a liquidation price. */
const FUNDS = '400';

const enter = (person: Person, positionSide: Side, body: object) =>
  person.client.call('openContract', { params: { positionSide }, body: body as never });

/** A book of its own for each test: everybody else's orders gone, and these of a new trader. */
async function bookOf(side: Side, ...levels: readonly (readonly [price: string, lots: string])[]) {
  const maker = await trader();
  for (const [price, lots] of levels) await enter(maker, side, limit(price, lots));
  return maker;
}

async function levelsOf(person: Person, side: 'a' | 'b', own: OpenPerpetuals | null = null) {
  const depth = await person.client.call('getDepth', { params: { symbol: SYMBOL } });
  const row = await contract(person);
  const mine = (own?.orders ?? []).map(({ price, quantity }) => ({ price: price as string, quantity }));
  return bookFills(depth[side], mine, (price) => ticksOf(row, price));
}

const asks = [
  ['50000.01', '7'],
  ['50013.37', '9'],
  ['50020.03', '40'],
] as const;
const bids = [
  ['49990.07', '6'],
  ['49971.13', '11'],
  ['49950.01', '60'],
] as const;

/** A long of 20 contracts at 10 times, from the asks; and the bids that it would be closed against. */
async function longOf(marginMode: Mode, amount = FUNDS) {
  const seller = await bookOf('short', ['50000.01', '7'], ['50013.37', '13']);
  const person = await trader(amount);
  await enter(person, 'long', { ...market('20'), leverage: 10, marginMode });
  const buyer = await bookOf('long', ...bids);
  const clear = async () => {
    for (const each of [seller, buyer, person]) await each.client.call('cancelContract', { body: {} });
  };
  return { person, clear };
}

describe.each<Mode>(['isolated', 'cross'])('the preview of a market order, %s', (marginMode) => {
  it.each<Side>(['long', 'short'])(
    'is what a %s costs from the side of the book that it hits',
    async (side) => {
      const levels = side === 'long' ? asks : bids;
      const maker = await bookOf(side === 'long' ? 'short' : 'long', ...levels);
      const person = await trader(FUNDS);
      const row = await contract(person);
      // an own order at the best price is cancelled and not filled
      const own = side === 'long' ? limit('50000.01', '3') : limit('49990.07', '3');
      await enter(person, side === 'long' ? 'short' : 'long', { ...own, leverage: 10, marginMode });
      const before = await openOf(person);
      const book = await levelsOf(person, side === 'long' ? 'a' : 'b', before);
      expect(book[0]?.lots).toBe(Number(levels[0][1]));
      await person.client.call('cancelContract', { body: {} });
      const free = await openOf(person);
      const draft = {
        action: 'open',
        side,
        price: '',
        quantity: '20',
        leverage: 10,
        marginMode,
        book,
      } as const;
      const seen = perpetualPreview(row, draft, free)!;
      await enter(person, side, { ...market('20'), leverage: 10, marginMode });
      const after = await openOf(person);
      const [position] = after.positions;
      const paid = units(free.account.walletBalance) - units(after.account.walletBalance);
      expect(position).toMatchObject({
        entryValue: seen.value,
        averageOpenPrice: seen.averagePrice,
        expectedLiquidationPrice: shown(seen.liquidationPrice),
      });
      expect(usdtText(paid)).toBe(seen.fee);
      if (marginMode === 'isolated') {
        const left = units(free.account.available) + seen.freedUnits;
        expect(after.account.available).toBe(usdtText(left));
      }
      await maker.client.call('cancelContract', { body: {} });
    },
  );

  it('knows the most that the funds pay for', async () => {
    const maker = await bookOf('short', ['50000.01', '100'], ['50400.07', '400']);
    const person = await trader('1000');
    const row = await contract(person);
    const { markPrice } = (await person.client.call('getFundingRate', { query: { symbolName: SYMBOL } }))[0]!;
    const terms = { action: 'open', side: 'long', price: '', leverage: 5, marginMode } as const;
    const draft = { ...terms, book: await levelsOf(person, 'a'), mark: markPrice };
    const most = mostContracts(row, draft, await openOf(person));
    const order = (lots: number) =>
      enter(person, 'long', { ...market(String(lots)), leverage: 5, marginMode });
    expect((await refusal(order(most + 1))).key).toBe('INSUFFICIENT_BALANCE');
    expect(await order(most)).toMatchObject({ status: 'filled' });
    await maker.client.call('cancelContract', { body: {} });
  });

  it('knows what closing a part wins, costs and leaves', async () => {
    const { person, clear } = await longOf(marginMode);
    const row = await contract(person);
    const before = await openOf(person);
    const draft = {
      ...({ action: 'close', side: 'long', price: '', quantity: '11', leverage: 10 } as const),
      marginMode,
      book: await levelsOf(person, 'b'),
    };
    const seen = perpetualPreview(row, draft, before)!;
    await person.client.call('closeContract', { params: { positionSide: 'long' }, body: market('11') });
    const after = await openOf(person);
    const won = units(after.account.walletBalance) - units(before.account.walletBalance);
    expect(usdtText(won)).toBe(usdtText(units(seen.realised) - units(seen.fee)));
    expect(after.positions).toMatchObject([
      { openInterest: '9', expectedLiquidationPrice: shown(seen.liquidationPrice) },
    ]);
    if (marginMode === 'isolated')
      expect(after.account.available).toBe(usdtText(units(before.account.available) + seen.freedUnits));
    await clear();
  });

  it('knows what turning a position around closes, opens and leaves', async () => {
    const { person, clear } = await longOf(marginMode);
    const row = await contract(person);
    const before = await openOf(person);
    const seen = reversePreview(row, before.positions[0]!, before, await levelsOf(person, 'b'))!;
    expect(seen).toMatchObject({ missing: null, closed: { filled: 20 }, opened: { filled: 20 } });
    const body = { id: before.positions[0]!.id, quantity: '20' };
    const done = await person.client.call('reversePosition', { body });
    expect(done).toMatchObject({ positionSide: 'short', closedQuantity: '20', openedQuantity: '20' });
    const after = await openOf(person);
    expect(after.positions).toMatchObject([
      {
        positionSide: 'short',
        openInterest: '20',
        averageOpenPrice: seen.opened.averagePrice,
        expectedLiquidationPrice: shown(seen.opened.liquidationPrice),
      },
    ]);
    await clear();
  });

  it('knows the margin and the liquidation price under another leverage', async () => {
    const { person, clear } = await longOf(marginMode);
    const row = await contract(person);
    const refused = async (leverage: number) =>
      (
        await refusal(
          person.client.call('updateContractLeverage', { body: { symbol: SYMBOL, leverageRadio: leverage } }),
        )
      ).key;
    const below = await openOf(person);
    if (marginMode === 'isolated') {
      // bought above the mark, so a higher leverage would leave less than it asks for
      expect(leveragePreview(row, below.positions[0]!, below, 17).problem).toBe('PERPETUAL_MARGIN_TOO_LOW');
      expect(await refused(17)).toBe('PERPETUAL_MARGIN_TOO_LOW');
    }
    expect(leveragePreview(row, below.positions[0]!, below, 2).problem).toBe('INSUFFICIENT_BALANCE');
    expect(await refused(2)).toBe('INSUFFICIENT_BALANCE');
    await freshIndex(50_100);
    const before = await openOf(person);
    for (const leverage of [17, 4]) {
      const seen = leveragePreview(row, before.positions[0]!, before, leverage);
      expect(seen.problem).toBeNull();
      await person.client.call('updateContractLeverage', {
        body: { symbol: SYMBOL, leverageRadio: leverage },
      });
      const after = await openOf(person);
      expect(after.positions).toMatchObject([
        {
          leverage,
          positionMargin: seen.margin,
          expectedLiquidationPrice: shown(seen.liquidationPrice),
        },
      ]);
      const taken = units(before.account.available) - units(after.account.available);
      expect(taken).toBe(seen.needsUnits);
      await person.client.call('updateContractLeverage', { body: { symbol: SYMBOL, leverageRadio: 10 } });
    }
    await clear();
  });

  it('shows every figure of a row at one mark, as the server does', async () => {
    const { person, clear } = await longOf(marginMode);
    const rows = [await contract(person)];
    await enter(person, 'long', { ...limit('49900', '5') });
    const told = await openOf(person);
    for (const index of [50_124, 48_700]) {
      await freshIndex(index);
      const { markPrice } = (
        await person.client.call('getFundingRate', { query: { symbolName: SYMBOL } })
      )[0]!;
      const now = await openOf(person);
      expect(now.positions[0]?.markPrice).toBe(markPrice);
      const shown = valuedAt(told, new Map([[SYMBOL, { markPrice, isStale: false }]]), rows);
      const bare = ({ positions: [held], account }: OpenPerpetuals) => ({
        held: {
          ...held,
          seq: 0,
          adlIndicator: 0,
          expectedLiquidationPrice: Number(held?.expectedLiquidationPrice),
        },
        account: { ...account, seq: 0 },
      });
      expect(bare(shown)).toEqual(bare(now));
    }
    await freshIndex();
    await clear();
  });
});

describe('the dialogs of an isolated position', () => {
  it('know the liquidation price with more or less margin, and the most that comes back', async () => {
    const { person, clear } = await longOf('isolated');
    const row = await contract(person);
    const [position] = (await openOf(person)).positions;
    const change = (money: string, flag: 'add' | 'reduce') =>
      person.client.call('contractAdjustAmount', { query: { id: String(position!.id), money, flag } });
    const added = marginPreview(row, position!, units('12.34567891'));
    await change('12.34567891', 'add');
    const [more] = (await openOf(person)).positions;
    expect(more).toMatchObject({
      positionMargin: added.margin,
      expectedLiquidationPrice: shown(added.liquidationPrice),
    });
    const most = mostReduced(row, more!);
    const beyond = usdtText(units(most) + 1n);
    expect((await refusal(change(beyond, 'reduce'))).key).toBe('PERPETUAL_MARGIN_TOO_LOW');
    expect(await change(most, 'reduce')).toMatchObject({ id: position!.id });
    await clear();
  });

  it('know how many contracts resting orders leave to close', async () => {
    const { person, clear } = await longOf('isolated');
    const close = (price: string, quantity: string) =>
      person.client.call('closeContract', { params: { positionSide: 'long' }, body: limit(price, quantity) });
    await close('51000', '8');
    const open = await openOf(person);
    expect(closableBeside(open.positions[0]!, open.orders)).toBe(12);
    await close('51100', '20');
    const both = await openOf(person);
    expect(both.orders.map(({ quantity }) => quantity).sort()).toEqual(['12', '8']);
    expect(closableBeside(both.positions[0]!, both.orders)).toBe(0);
    await clear();
  });

  it('say what is missing before a position is turned around, and so does the server', async () => {
    const { person, clear } = await longOf('isolated', '101.5');
    const row = await contract(person);
    const open = await openOf(person);
    const seen = reversePreview(row, open.positions[0]!, open, await levelsOf(person, 'b'))!;
    expect(units(seen.missing)).toBeGreaterThan(0n);
    const body = { id: open.positions[0]!.id, quantity: '20' };
    const refused = await refusal(person.client.call('reversePosition', { body }));
    expect(refused.key).toBe('INSUFFICIENT_BALANCE');
    expect((await openOf(person)).positions).toMatchObject([{ positionSide: 'long', openInterest: '20' }]);
    expect(house().logged()).toBe('');
    await clear();
  });
});

describe('the preview of a spot order at the market', () => {
  const steps = {
    priceDecimals: 2,
    quantityDecimals: 5,
    tickSize: '0.01',
    lotSize: '0.00001',
    minNotional: '5',
    maxQuantity: '100',
  };
  const cases = [
    ['buy', { driver: 'quantity', quantity: '0.03217', total: '' }],
    ['buy', { driver: 'total', quantity: '', total: '1234.56' }],
    ['sell', { driver: 'quantity', quantity: '0.03217', total: '' }],
    ['sell', { driver: 'total', quantity: '', total: '1234.56' }],
  ] as const;

  it.each(cases)('is what a %s fills at and pays, %o', async (side, size) => {
    const [maker, person] = [await trader(), await trader()];
    const levels =
      side === 'buy'
        ? [
            ['50000.01', '0.01003'],
            ['50013.37', '0.00912'],
            ['50120.11', '0.06'],
          ]
        : [
            ['49990.07', '0.01003'],
            ['49971.13', '0.00912'],
            ['49850.01', '0.06'],
          ];
    for (const [price, quantity] of levels) {
      const body = { symbol: 'BTCUSDT', type: 'limit', price: price!, quantity: quantity! } as const;
      await maker.client.call('exchange', { params: { side: side === 'buy' ? 'sell' : 'buy' }, body });
    }
    const depth = await person.client.call('getDepth', { params: { symbol: 'BTCUSDT' } });
    const draft = { kind: 'market', wait: null, side, price: '', ...size } as unknown as Draft;
    const seen = fillByBook(draft, side === 'buy' ? depth.a : depth.b, [], steps, 2_000)!;
    const body =
      size.driver === 'total'
        ? ({ symbol: 'BTCUSDT', type: 'market', quoteAmount: size.total } as const)
        : ({ symbol: 'BTCUSDT', type: 'market', quantity: size.quantity } as const);
    const { orderId } = await person.client.call('exchange', { params: { side }, body });
    const { fills: own } = await person.client.call('transactionDetails', {
      params: { orderId: String(orderId) },
    });
    const sum = (of: readonly string[]) => usdtText(of.reduce((total, each) => total + units(each), 0n));
    expect(Number(sum(own.map(({ quantity }) => quantity)))).toBe(Number(seen.quantity));
    expect(sum(own.map(({ amount }) => amount))).toBe(seen.total);
    expect(sum(own.map(({ fee }) => fee.amount))).toBe(seen.fee);
    await maker.client.call('cancelAllEntrust', { body: {} });
  });
});
