import type { MarginAccountRow } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { choiceOf, riskLevelOf } from './margin-account.ts';

const owing = {
  type: 'all',
  symbol: null,
  symbol_name: null,
  leverage: 3,
  maxLeverage: 3,
  valueCoin: 'USDT',
  collateral: '200',
  debt: '100',
  riskRate: '2',
  transferRisk: '2',
  callRisk: '1.3',
  liquidationRisk: '1.1',
  called: false,
  selling: false,
  assets: [],
  seq: 1,
  loans: [{ id: 1, coin: 'USDT', principal: '100', interest: '0', owed: '100', hourlyRate: '0.0006' }],
} as MarginAccountRow;

describe('how a margin account stands', () => {
  it('follows its levels, as the server counts them', () => {
    expect(riskLevelOf({ ...owing, loans: [], riskRate: null })).toBe('none');
    expect(riskLevelOf(owing)).toBe('safe');
    expect(riskLevelOf({ ...owing, riskRate: '1.999999' })).toBe('raised');
    expect(riskLevelOf({ ...owing, riskRate: '1.300001' })).toBe('raised');
    expect(riskLevelOf({ ...owing, riskRate: '1.3' })).toBe('call');
    expect(riskLevelOf({ ...owing, called: true })).toBe('call');
    expect(riskLevelOf({ ...owing, selling: true, riskRate: null })).toBe('selling');
    expect(riskLevelOf({ ...owing, riskRate: null })).toBe('unknown');
  });

  it('belongs to one market where it is isolated', () => {
    expect(choiceOf('cross', 'BTCUSDT')).toEqual({ kind: 'all', symbol: null });
    expect(choiceOf('isolated', 'BTCUSDT')).toEqual({ kind: 'fixed', symbol: 'BTCUSDT' });
  });
});
