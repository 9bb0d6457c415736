import { declare } from './declare.ts';

/** Second contracts, paid out of a pool. */
export const seconds = declare({
  commands: {
    setSecondsTerms: { sender: 'system' },
    enableSeconds: { sender: 'system' },
    fundSecondsPool: { sender: 'system' },
    setExposureCap: { sender: 'system' },
    changeSecondsTerms: { sender: 'system' },
    changeSecondsCap: { sender: 'system' },
    setSecondsUserCap: { sender: 'system' },
    setSecondsState: { sender: 'system' },
    addToSecondsPool: { sender: 'system' },
    openSecondContract: { sender: 'user' },
    setSecondsLimits: { sender: 'user', relieves: true },
  },
  entries: {
    'second-open': { code: 10, isOnBills: true },
    'second-won': { code: 11, isOnBills: true },
    'second-lost': { code: 12, isOnBills: true },
    'second-refund': { code: 13, isOnBills: true },
    'seconds-pool': { code: 14, isOnBills: false },
  },
});
