import { expect, test } from 'vitest';
import type { ChainAsset } from '../port.ts';
import { movesNoCoinsByCalls, type RpcReceipt, type RpcTransaction } from './transfers.ts';

const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const OTHER = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
const assets = [{ contract: null }, { contract: USDT }] as ChainAsset[];
const TRANSFER = '0xa9059cbb00';

const plain: RpcTransaction = { hash: '0x1', from: OTHER, to: OTHER, value: '0x1', input: '0x' };
const token: RpcTransaction = {
  hash: '0x2',
  from: OTHER,
  to: USDT.toLowerCase(),
  value: '0x0',
  input: TRANSFER,
};
const receiptOf = ({ hash }: RpcTransaction, gasUsed: string, status = '0x1'): RpcReceipt => ({
  transactionHash: hash,
  blockHash: '0xb',
  blockNumber: '0x1',
  status,
  gasUsed,
  effectiveGasPrice: '0x1',
  logs: [],
});
const NO_CODE = '0x5208';
const SOME_CODE = '0xb000';

test('payments that run no code and calls of listed tokens need no traces', () => {
  const receipts = [receiptOf(plain, NO_CODE), receiptOf(token, SOME_CODE)];
  expect(movesNoCoinsByCalls([plain, token], receipts, assets)).toBe(true);
  expect(movesNoCoinsByCalls([], [], assets)).toBe(true);
  expect(movesNoCoinsByCalls([plain], [receiptOf(plain, SOME_CODE, '0x0')], assets)).toBe(true);
});

test.each<[string, RpcTransaction, string]>([
  ['a payment that ran code', plain, SOME_CODE],
  ['a call of a contract that is not listed', { ...token, to: OTHER }, SOME_CODE],
  ['a token that was given coins', { ...token, value: '0x1' }, SOME_CODE],
  ['another call of a listed token', { ...token, input: '0x2e1a7d4d00' }, SOME_CODE],
  ['a contract that was made', { ...token, to: null }, SOME_CODE],
])('%s needs traces', (_, transaction, gasUsed) => {
  const others = [receiptOf(plain, NO_CODE)];
  const block = [plain, { ...transaction, hash: '0x3' }];
  const receipts = [...others, receiptOf({ ...transaction, hash: '0x3' }, gasUsed)];
  expect(movesNoCoinsByCalls(block, receipts, assets)).toBe(false);
});

test('a transaction without its receipt needs traces', () => {
  expect(movesNoCoinsByCalls([plain], [], assets)).toBe(false);
});
