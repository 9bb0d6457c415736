import type { ContractMarketRow, EarnOfferRow, MarketRow } from '@candor/api';
import { describe, expect, it } from 'vitest';
import {
  contractExample,
  earnExample,
  marginExample,
  miningExample,
  referralExample,
  secondExample,
  spotExample,
  swapExample,
} from './examples.ts';

const market = {
  base_symbol: 'BTC',
  quote_symbol: 'USDT',
  close: '50000.00',
  tick_size: '0.01',
  lot_size: '0.00001',
} as MarketRow;

const contract = {
  symbol: 'BTCUSDT-PERP',
  mark: '50000.00',
  index: '49999.00',
  close: '50001.00',
  tick_size: '0.01',
  full_cou: 2,
  contract_size: '0.001',
  max_leverage: 100,
  taker_fee_percent: '0.06',
  maker_fee_percent: '0.02',
  liquidation_fee_percent: '0.5',
  tiers: [{ notionalFloor: '0', maintenanceMarginPercent: '0.5', maxLeverage: 100 }],
} as unknown as ContractMarketRow;

describe('the examples of the guide', () => {
  it('buy a hundredth of a coin, the fee in the coin', () => {
    expect(spotExample(market, '0.1')).toEqual({
      amount: '0.01',
      price: '50000',
      value: '500',
      feePercent: '0.1',
      fee: '0.00001',
    });
  });

  it.each([[null], ['0'], ['x']])('buy nothing at a price of %s', (close) => {
    expect(spotExample({ close } as Pick<MarketRow, 'close'>, '0.1')).toBeNull();
  });

  it('borrow twice what one has, and lose a tenth of all', () => {
    // (100 + 200) × 0.9 = 270; 270 ÷ 200 = 135%
    expect(marginExample()).toEqual({
      own: '100',
      borrowed: '200',
      fallPercent: '10',
      held: '270',
      levelPercent: '135',
    });
  });

  it('win a second contract: stake and payout, and how often one must win', () => {
    expect(secondExample('80')).toEqual({
      stake: '10',
      payoutPercent: '80',
      paid: '18',
      breakEvenPercent: '55.5556',
    });
  });

  it('open a contract at the mark, its margin a tenth of its value', () => {
    const example = contractExample(contract);
    expect(example).toMatchObject({ leverage: 10, entryPrice: '50000' });
    expect(Number(example?.margin) * 10).toBe(Number(example?.value));
    // a position of 1,000 USDT at most, in whole contracts
    expect(Number(example?.value)).toBe(1_000);
    expect(Number(example?.liquidationPrice)).toBeGreaterThan(45_000);
    expect(Number(example?.liquidationPrice)).toBeLessThan(46_000);
    expect(contractExample({ ...contract, max_leverage: 5 })?.leverage).toBe(5);
    expect(contractExample({ ...contract, mark: null, index: null, close: null })).toBeNull();
  });

  it('stake ten times the smallest amount, by the ledger’s formula', () => {
    const offer = { scale: 8, minAmount: '10', dailyPpm: 400, cycleDays: 30 } as EarnOfferRow;
    // 100 × 0.0004 × 30
    expect(earnExample(offer)).toEqual({ amount: '100', dailyPercent: '0.04', days: 30, interest: '1.2' });
    expect(earnExample({ ...offer, minAmount: 'x' })).toBeNull();
  });

  it('mine for a day in the lowest gear, and not where its pool does not last one', () => {
    const gear = { gear: 1, minAmount: '0.5', dailyPpm: 400 };
    const overview = (free: string, isEmpty = false) => ({
      gears: [{ ...gear, held: '0' }],
      scale: 8,
      time: 0,
      pool: { free, isEmpty },
    });
    // 0.5 × 0.0004
    expect(miningExample(overview('1'))).toEqual({
      amount: '0.5',
      dailyPercent: '0.04',
      interest: '0.0002',
    });
    expect(miningExample(overview('0.0001'))).toBeNull();
    expect(miningExample(overview('0', true))).toBeNull();
    expect(miningExample({ ...overview('1'), gears: [] })).toBeNull();
  });

  it('earn a share of a fee of ten', () => {
    expect(referralExample('20')).toEqual({ fee: '10', sharePercent: '20', rebate: '2' });
  });

  it('swap at the spread of both coins, and not where one is not offered', () => {
    const coins = [
      { coin: 'USDT', spreadPercent: '0' },
      { coin: 'BTC', spreadPercent: '0.1' },
    ] as unknown as Parameters<typeof swapExample>[1];
    const example = swapExample(market, coins);
    expect(example).toMatchObject({ given: '100', price: '50000', spreadPercent: '0.1' });
    // 100 ÷ 50,000 × 0.999, rounded down
    expect(example?.arrives).toBe('0.001998');
    expect(swapExample(market, coins.slice(0, 1))).toBeNull();
    expect(swapExample({ ...market, close: null }, coins)).toBeNull();
  });
});
