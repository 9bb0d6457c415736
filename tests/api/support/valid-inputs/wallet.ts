import type { CallName } from '@candor/api';
import type { RawInput } from '../raw-input.ts';
import { hashed, page } from './common.ts';

/** Inputs of deposits, statements and withdrawals, with each optional field in them. */
export const walletInputs: Partial<Record<CallName, RawInput>> = {
  getPracticeFunds: {},
  takePracticeFunds: { body: { coin: 'BTC', amount: '0.001' } },
  getRechargeCurrency: {},
  getDepositAddress: { params: { coin: 'USDT' }, query: { network: 'practice-evm' } },
  getRechargeLog: { body: { type: 1, coin: 'USDT', pageSize: 5, cursor: '7' } },
  getAssetDetails: { params: { coin: 'BTC' } },
  getAssetHistory: { query: { coin: 'BTC', days: '7' } },
  getStatements: {},
  requestStatement: { body: { year: 2026 } },
  getStatementFile: { params: { year: '2026' } },
  getRechargeBanks: {},
  recharge: {
    body: {
      method: 'bank',
      bank: 'practice-bank',
      coin: 'USDT',
      amount: '100',
      note: 'Transfer 7',
      screenshot: '7b1f9a52-6a0e-4c57-9a67-0a4d5ad3f1de',
    },
  },
  takePracticeCoins: { body: { coin: 'USDT', amount: '10' } },
  getPracticeBlocks: {},
  getWithdrawalCurrency: {},
  withdrawal: {
    body: {
      coin: 'USDT',
      network: 'practice-evm',
      amount: '5',
      fee: '1',
      fundPassword: hashed,
      address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    },
  },
  cancelWithdrawal: { body: { id: 1 } },
  sendWithdrawalCode: { body: { id: 1 } },
  confirmWithdrawal: { body: { id: 1, code: '004217' } },
  getWithdrawalLog: { query: page },
  postWithdrawalLog: { body: { pageSize: 5, cursor: '7', type: 1 } },
  getWithdrawalAddress: {
    query: { network: 'practice-evm', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  },
  getWithdrawalAddresses: {},
  saveWithdrawalAddress: {
    body: {
      network: 'practice-evm',
      label: 'Mine',
      address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    },
  },
  removeWithdrawalAddress: {
    body: { network: 'practice-evm', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  },
  setWithdrawalWhitelist: { body: { on: true } },
};
