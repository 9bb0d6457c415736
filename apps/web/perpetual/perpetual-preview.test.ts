import type { ContractMarketRow, PositionRow } from '@candor/api';
import { describe, expect, it } from 'vitest';
import type { OpenPerpetuals } from '../data/index.ts';
import { firesOnFill, mostContracts, type PerpetualDraft, perpetualPreview } from './perpetual-preview.ts';

const tier = (notionalFloor: string, maintenanceMarginPercent: string, maxLeverage: number) =>
  ({ notionalFloor, maintenanceMarginPercent, maxLeverage }) as ContractMarketRow['tiers'][number];
const row = {
  symbol: 'BTCUSDT-PERP',
  tick_size: '0.01',
  contract_size: '0.001',
  full_cou: 2,
  maker_fee_percent: '0.02',
  taker_fee_percent: '0.05',
  liquidation_fee_percent: '0.5',
  tiers: [tier('0', '0.5', 100), tier('50000', '1', 50)],
} as unknown as ContractMarketRow;
const draft: PerpetualDraft = {
  action: 'open',
  side: 'long',
  price: '20000',
  quantity: '100',
  leverage: 100,
  marginMode: 'isolated',
};

type Account = Partial<OpenPerpetuals['account']>;
const open = (account: Account, ...positions: Partial<PositionRow>[]) =>
  ({
    positions: positions.map((position, i) => ({ id: i + 1, symbol: row.symbol, ...position })),
    account: { positionMode: 'one-way', walletBalance: '0', isolatedMargin: '0', available: '0', ...account },
  }) as OpenPerpetuals;
const long = {
  positionSide: 'long',
  openInterest: '100',
  entryValue: '2000',
  positionMargin: '20',
  marginMode: 'isolated',
  unrealisedPnl: '0',
  maintenanceMargin: '10',
} as const;

describe('the preview of a contract order', () => {
  it('tells value, cost, fee and liquidation price', () => {
    // 100 contracts are 0.1 BTC at 20,000: 2,000 USDT, of which a hundredth is the margin.
    const seen = perpetualPreview(row, draft, null);
    expect(seen).toMatchObject({ value: '2000', fee: '1', cost: '21', realised: null });
    // A long is liquidated where 20 + 0.1 x (M - 20,000) = 0.005 x 0.1 x M, rounded down to the tick.
    expect(seen?.liquidationPrice).toBe('19899.49');
    expect(perpetualPreview(row, { ...draft, side: 'short' }, null)?.liquidationPrice).toBe('20099.51');
  });

  it('tells no liquidation price that it can not know, nor one that no price comes to', () => {
    const cross = { ...draft, marginMode: 'cross' } as const;
    const wallet = (walletBalance: string) => open({ walletBalance });
    expect(perpetualPreview(row, cross, null)?.liquidationPrice).toBeNull();
    expect(perpetualPreview(row, cross, wallet('10000'))?.liquidationPrice).toBeNull();
    expect(perpetualPreview(row, cross, wallet('21'))?.liquidationPrice).toBe('19899.49');
  });

  it('has what else stands in the wallet for a cross position, and against it', () => {
    const cross = { ...draft, marginMode: 'cross' } as const;
    const account = { walletBalance: '45', isolatedMargin: '14' };
    const won = {
      symbol: 'ETHUSDT-PERP',
      marginMode: 'cross',
      unrealisedPnl: '-2',
      maintenanceMargin: '8',
    } as const;
    const apart = { ...won, symbol: 'SOLUSDT-PERP', marginMode: 'isolated' } as const;
    // 45 - 14 - 2 - 8 = 21
    expect(perpetualPreview(row, cross, open(account, won, apart))?.liquidationPrice).toBe('19899.49');
  });

  it('adds to the position that there is: its entry and its margin count', () => {
    const more = { ...draft, price: '19950' };
    const seen = perpetualPreview(row, more, open({}, long));
    // 200 contracts for 3,995 with 20 + 19.95: (3,995 - 39.95) / (0.2 x 0.995)
    expect(seen).toMatchObject({ cost: '20.9475', realised: null, liquidationPrice: '19874.62' });
    const hedged = open({ positionMode: 'long-short' }, long);
    const short = perpetualPreview(row, { ...draft, side: 'short' }, hedged);
    expect(short).toMatchObject({ realised: null, liquidationPrice: '20099.51' });
  });

  it('tells what closing a part wins, and what is left is liquidated where it was', () => {
    const part = { ...draft, action: 'close', quantity: '25', price: '20100' } as const;
    expect(perpetualPreview(row, part, open({}, long))).toMatchObject({
      value: '502.5',
      cost: '0',
      fee: '0.25125',
      realised: '2.5',
      liquidationPrice: '19899.49',
    });
    const tooMany = perpetualPreview(row, { ...part, quantity: '5000' }, open({}, long));
    expect(tooMany).toMatchObject({ value: '2010', realised: '10', liquidationPrice: null });
    expect(perpetualPreview(row, { ...part, side: 'short' }, open({}, long))?.value).toBe('0');
  });

  it('turns a position around: only what opens costs margin', () => {
    const around = { ...draft, side: 'short', quantity: '150' } as const;
    expect(perpetualPreview(row, around, open({}, long))).toMatchObject({
      value: '3000',
      cost: '11.5',
      fee: '1.5',
      realised: '0',
      liquidationPrice: '20099.51',
    });
  });

  it('tells nothing of what is no order', () => {
    for (const quantity of ['', '0', '1.5', 'x']) {
      expect(perpetualPreview(row, { ...draft, quantity }, null)).toBeNull();
    }
    expect(perpetualPreview(row, { ...draft, price: '' }, null)).toBeNull();
  });

  it('counts how many contracts an order may have', () => {
    const most = (available: string, next: Partial<PerpetualDraft> = {}, ...held: Partial<PositionRow>[]) =>
      mostContracts(row, { ...draft, ...next }, open({ available }, ...held));
    expect(most('21')).toBe(100);
    expect(most('20.99999999')).toBe(99);
    expect(most('0')).toBe(0);
    // resting, all of it holds a fee, and half of it opens
    expect(most('21', { side: 'short' }, long)).toBe(195);
    expect(most('21', {}, long)).toBe(100);
    expect(most('0', { action: 'close', price: '' }, long)).toBe(100);
    expect(most('21', { action: 'close', side: 'short' }, long)).toBe(0);
  });
});

describe('a stop-loss of an order', () => {
  it('fires on the fill where the price that fires it has reached it, whatever the limit is', () => {
    expect(firesOnFill('long', '20100', '20000')).toBe(true);
    expect(firesOnFill('long', '20000', '20000')).toBe(true);
    expect(firesOnFill('long', '19999.99', '20000')).toBe(false);
    expect(firesOnFill('short', '19900', '20000')).toBe(true);
    expect(firesOnFill('short', '20000.01', '20000')).toBe(false);
  });

  it('is not judged without it, or without a price', () => {
    expect(firesOnFill('long', '', '20000')).toBe(false);
    expect(firesOnFill('long', '20100', null)).toBe(false);
  });
});
