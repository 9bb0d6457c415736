import { declare } from './declare.ts';

/** Coins of the house's own and what nobody has claimed. */
export const treasury = declare({
  commands: {
    fundCustody: { sender: 'system' },
    reconcileCustody: { sender: 'system' },
    releaseSuspense: { sender: 'system' },
  },
  entries: {
    'suspense-release': { code: 32, isOnBills: true },
    'custody-funding': { code: 30, isOnBills: false },
    'custody-surplus': { code: 31, isOnBills: false },
  },
});
