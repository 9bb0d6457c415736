import { defineActs } from './define-acts.ts';

/** Acts on custody: a deposit that its chain took back, a stopped wallet, a halted row, and coins that belong to nobody yet. */
export const custodyDeskActs = defineActs('custody', {
  reverseDeposit: { user: 'text', coin: 'text', amount: 'amount', deposit: 'text' },
  resumeWallet: { network: 'text', replaced: 'text' },
  resumeRow: { kind: 'text', row: 'text', detail: 'text' },
  releaseSuspense: { user: 'text', coin: 'text', amount: 'amount' },
});
