import type { ClosedPositionRow, ContractReceiptRow } from '@candor/api';
import { type CsvColumn, csvOf } from '@candor/ui';
import { describe, expect, it } from 'vitest';
import { closedColumns, settlementColumns } from './files.tsx';

/** The one line of a row, by the names of the first. */
function lineOf<Row>(columns: readonly CsvColumn<Row>[], row: Row): Record<string, string> {
  const [head = '', line = ''] = csvOf(columns, [row]).trimEnd().split('\r\n');
  const values = line.split(',');
  return Object.fromEntries(head.split(',').map((name, at) => [name, values[at] ?? '']));
}

const common = { id: '7.1', symbol: 'BTCUSDT', positionId: 12, positionSide: 'short', time: 0, seq: 7 };

describe('a file of settlements', () => {
  it.each([
    [
      { kind: 'liquidation', quantity: '741', price: '10.2', amount: '-80.75', fee: '18.9111' },
      { amount: '-80.75', fee: '18.9111', price: '10.2', quantity: '741' },
    ],
    [
      { kind: 'deleveraging', quantity: '3', price: '10.1', amount: '4.5' },
      { amount: '4.5', fee: '', price: '10.1' },
    ],
    [
      { kind: 'funding', quantity: '3', price: '10', fundingRate: '0.01', amount: '-0.003' },
      { amount: '-0.003', fundingRate: '0.01', fee: '' },
    ],
    [
      { kind: 'margin-warning', marginRatio: '83.83' },
      { marginRatio: '83.83', amount: '', fee: '' },
    ],
  ])('says whose position it was and what was charged: %j', (row, line) => {
    const settlement = { ...common, ...row } as unknown as ContractReceiptRow;
    const place = { positionId: '12', positionSide: 'short', seq: '7' };
    expect(lineOf(settlementColumns, settlement)).toMatchObject({ ...place, ...line });
  });
});

describe('a file of closed positions', () => {
  it('has the net of result, fees and funding', () => {
    const row = {
      id: 12,
      symbol: 'BTCUSDT',
      positionSide: 'long',
      marginMode: 'cross',
      maxOpenInterest: '20',
      averageOpenPrice: '50000',
      closePrice: '49900',
      realisedPnl: '-20',
      fees: '1.5',
      funding: '0.25',
      reason: 'liquidated',
      openTime: 0,
      closeTime: 60_000,
      seq: 9,
    } as ClosedPositionRow;
    expect(lineOf(closedColumns, row)).toMatchObject({
      closeTime: '1970-01-01T00:01:00.000Z',
      realisedPnl: '-20',
      fees: '1.5',
      funding: '0.25',
      net: '-21.25',
      reason: 'liquidated',
    });
  });
});
