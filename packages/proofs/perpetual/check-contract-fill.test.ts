import { describe, expect, it } from 'vitest';
import { type ContractFillReceipt, checkContractFill } from './check-contract-fill.ts';

/** 7 of 30 contracts that had cost 1,800.00000001 are sold, and 3 more open the other way. */
const sold: ContractFillReceipt = {
  side: 'sell',
  price: '61000.5',
  quantity: '10',
  contractSize: '0.001',
  amount: '610.005',
  fee: '0.3660030',
  feePpm: 600,
  // 427.0035 less 420.00000001: 7 / 30 of the cost is 420.0000000023…, of a long position rounded up
  realisedPnl: '7.00349999',
  closedQuantity: '7',
  heldQuantity: '30',
  heldCost: '1800.00000001',
  liquidation: false,
};
const names = (receipt: ContractFillReceipt) =>
  checkContractFill(receipt).steps.map(({ name, ok }) => `${name} ${ok}`);

describe('the receipt of a contract fill', () => {
  it('holds when amount, fee and profit follow the formulas', () => {
    expect(checkContractFill(sold)).toMatchObject({ ok: true });
    expect(names(sold)).toEqual(['amount true', 'fee true', 'profit true']);
  });

  it('takes of a short position the part of the cost rounded down', () => {
    expect(checkContractFill({ ...sold, side: 'buy', realisedPnl: '-7.0035' }).ok).toBe(true);
  });

  it('names the step that does not hold, by one unit', () => {
    expect(names({ ...sold, fee: '0.36600301' })).toEqual(['amount true', 'fee false', 'profit true']);
    expect(names({ ...sold, realisedPnl: '7.0035' })).toEqual(['amount true', 'fee true', 'profit false']);
    expect(names({ ...sold, amount: '610.00500001' })[0]).toBe('amount false');
  });

  it('lets an opening fill realise nothing', () => {
    const opened = { ...sold, closedQuantity: '0', heldQuantity: null, heldCost: null };
    expect(names({ ...opened, realisedPnl: '0' })).toEqual(['amount true', 'fee true', 'profit true']);
    expect(checkContractFill(opened).ok).toBe(false);
  });

  it('lets a liquidation charge less than its rate, never more', () => {
    expect(checkContractFill({ ...sold, liquidation: true, fee: '0.1' }).ok).toBe(true);
    expect(checkContractFill({ ...sold, liquidation: true, fee: '0.4' }).ok).toBe(false);
  });

  it('holds nothing that cannot be read, or that hides what it closed', () => {
    for (const left of [{ heldQuantity: null }, { heldCost: null }])
      expect(checkContractFill({ ...sold, ...left })).toEqual({ ok: false, steps: [] });
    expect(checkContractFill({ ...sold, price: 'x' })).toEqual({ ok: false, steps: [] });
    expect(checkContractFill({ ...sold, closedQuantity: '11' }).ok).toBe(false);
  });
});
