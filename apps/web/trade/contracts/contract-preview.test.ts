import type { ContractMarketRow } from '@candor/contract';
import { describe, expect, it } from 'vitest';
import { affordable, type ContractDraft, contractPreview } from './contract-preview.ts';

const tier = (notionalFloor: string, maintenanceMarginPercent: string, maxLeverage: number) =>
  ({ notionalFloor, maintenanceMarginPercent, maxLeverage }) as ContractMarketRow['tiers'][number];
const row = {
  tick_size: '0.01',
  contract_size: '0.001',
  taker_fee_percent: '0.05',
  tiers: [tier('0', '0.5', 100), tier('50000', '1', 50)],
} as unknown as ContractMarketRow;
const draft: ContractDraft = {
  side: 'long',
  price: '20000',
  quantity: '100',
  leverage: 100,
  marginMode: 'isolated',
};

describe('the preview of a contract order', () => {
  it('tells value, cost, fee and liquidation price', () => {
    // 100 contracts are 0.1 BTC at 20,000: 2,000 USDT, of which a hundredth is the margin.
    expect(contractPreview(row, draft, null)).toMatchObject({ value: '2000', fee: '1', cost: '21' });
    // A long is liquidated where 20 + 0.1 x (M - 20,000) = 0.005 x 0.1 x M, rounded down to the tick.
    expect(contractPreview(row, draft, null)?.liquidationPrice).toBe('19899.49');
    expect(contractPreview(row, { ...draft, side: 'short' }, null)?.liquidationPrice).toBe('20099.51');
  });

  it('tells no liquidation price that it can not know, nor one that no price comes to', () => {
    const cross = { ...draft, marginMode: 'cross' } as const;
    expect(contractPreview(row, cross, null)?.liquidationPrice).toBeNull();
    expect(contractPreview(row, cross, 10n ** 12n)?.liquidationPrice).toBeNull();
    expect(contractPreview(row, cross, 21n * 10n ** 8n)?.liquidationPrice).toBe('19899.49');
  });

  it('tells nothing of what is no order', () => {
    for (const quantity of ['', '0', '1.5', 'x']) {
      expect(contractPreview(row, { ...draft, quantity }, null)).toBeNull();
    }
    expect(contractPreview(row, { ...draft, price: '' }, null)).toBeNull();
  });

  it('counts how many contracts an amount pays for, fee included', () => {
    expect(affordable(row, draft, 21n * 10n ** 8n)).toBe(100);
    expect(affordable(row, draft, 21n * 10n ** 8n - 1n)).toBe(99);
    expect(affordable(row, draft, 0n)).toBe(0);
  });
});
