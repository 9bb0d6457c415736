import type { Amount, Lots, PriceTicks } from '@candor/money';
import { beforeEach, expect, test } from 'vitest';
import type { Command } from './commands.ts';
import { postEntry } from './ledger/entries.ts';
import type { WalletKind } from './ledger/wallets.ts';
import { Machine } from './machine.ts';
import { type Product, type ProductContext, productRoom } from './product.ts';
import { PRODUCTS } from './products/list.ts';

const BTC = 1001;
const USDT = 1002;
const PAYER = 1000;
const MAKER = 1001;
const REFERRER = 1002;
const FEES = -2;

/** Pays a tenth of each fee to one user, as referral will: it takes note within a fill and posts once all is done. */
class Rebates implements Product {
  readonly name = 'rebates';
  readonly view = { fees: [] as (readonly [number, number, number, number])[], balances: [] as string[] };
  readonly handlers = {};
  readonly watchedWallets: readonly WalletKind[] = ['spot', 'margin-cross'];
  private readonly owed: (readonly [number, bigint])[] = [];
  private readonly state: ProductContext['state'];

  constructor({ state }: ProductContext) {
    this.state = state;
  }

  onFee(assetId: number, account: number, units: number, tradeId: number): void {
    this.view.fees.push([assetId, this.state.accounts.numbers[account]!, units, tradeId]);
    this.owed.push([assetId, BigInt(units) / 10n]);
    this.state.isUnsettled = true;
  }

  settle(): void {
    for (const [assetId, amount] of this.owed) {
      const { accounts } = this.state;
      postEntry(this.state, 'fee', { tradeId: 0, orderId: 0 }, [
        { account: accounts.find(FEES), assetId, amount: -amount },
        { account: accounts.find(REFERRER), assetId, amount },
      ]);
    }
    this.owed.length = 0;
  }

  onBalance(account: number, assetId: number): void {
    this.view.balances.push(`${this.state.accounts.numbers[account]} ${assetId}`);
  }

  write(): void {}
  read(): void {}
}

let machine: Machine;
let rebates: Rebates['view'];

function send(userId: number, body: Command) {
  const envelope = { seq: machine.seq + 1, timeMs: 1_000, userId, key: null, bodyHash: null, body };
  const applied = machine.apply(envelope);
  expect(applied.outcome).toMatchObject({ ok: true });
  return applied;
}

function limit(side: 'buy' | 'sell'): Command {
  return {
    type: 'placeOrder',
    symbolId: 1,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: 10_000 as PriceTicks,
    lots: 100 as Lots,
    quoteAmount: null,
    clientOrderId: null,
  };
}

beforeEach(() => {
  machine = new Machine([...PRODUCTS, productRoom('rebates', {}, (context) => new Rebates(context), {})], {});
  rebates = machine.views.rebates as Rebates['view'];
  send(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
  for (const [assetId, code] of [
    [BTC, 'BTC'],
    [USDT, 'USDT'],
  ] as const)
    send(0, { type: 'listAsset', assetId, code, name: code, scale: 8 });
  send(0, {
    type: 'listSymbol',
    symbolId: 1,
    name: 'BTCUSDT',
    baseAssetId: BTC,
    quoteAssetId: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.001',
    minNotional: 1n as Amount,
    maxLots: 1_000_000 as Lots,
    maxOpenOrders: 5,
    priceBandPpm: 0,
  });
  send(0, { type: 'setFees', makerPpm: 1_000, takerPpm: 2_000 });
  for (const accountUserId of [PAYER, MAKER, REFERRER]) {
    send(0, { type: 'openAccount', accountUserId, kind: 'user' });
    for (const assetId of [BTC, USDT])
      send(0, { type: 'practiceFunds', accountUserId, assetId, amount: (10n ** 12n) as Amount });
  }
});

test('a product hears of each fee as it is charged, and posts once the command is performed', () => {
  send(MAKER, limit('sell'));
  expect(rebates.fees).toEqual([]);
  const { events } = send(PAYER, limit('buy'));
  const trade = events.find((event) => event.type === 'trade')!;
  expect(rebates.fees).toEqual([
    [BTC, PAYER, Number(trade.takerFee), trade.tradeId],
    [USDT, MAKER, Number(trade.makerFee), trade.tradeId],
  ]);
  const paid = events.filter(
    (event) => event.type === 'entry' && event.postings.some(({ account }) => account === REFERRER),
  );
  expect(paid).toHaveLength(2);
  expect(machine.balances(REFERRER)).toMatchObject([
    { assetId: BTC, available: 10n ** 12n + trade.takerFee / 10n },
    { assetId: USDT, available: 10n ** 12n + trade.makerFee / 10n },
  ]);
  for (const { sum } of machine.ledgerSums()) expect(sum).toBe(0n);
});

test('a product hears of the balances that changed in the wallets that it watches, and of no others', () => {
  rebates.balances.length = 0;
  const move = (to: WalletKind) =>
    send(PAYER, {
      type: 'transfer',
      from: 'spot',
      to,
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: USDT,
      amount: 5n as Amount,
    });
  move('contract');
  expect(rebates.balances).toEqual([`${PAYER} ${USDT}`]);
  move('margin-cross');
  expect(rebates.balances).toHaveLength(3);
});

test('two products may not perform the same command', () => {
  const again = productRoom(
    'again',
    {},
    () => ({
      name: 'again',
      view: {},
      write() {},
      read() {},
      handlers: {
        placeOrder: {
          perform: () => ({ ok: false, code: 'INVALID_COMMAND' }) as const,
        },
      },
    }),
    { placeOrder: { sender: 'user' } },
  );
  expect(() => new Machine([...PRODUCTS, again], {})).toThrow('Two products perform the command placeOrder');
});
