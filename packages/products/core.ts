import { declare } from './declare.ts';

/** Declares the words that belong to no product: assets, accounts, the clock, prices and announced changes. */
export const core = declare({
  commands: {
    genesis: { sender: 'core' },
    tick: { sender: 'core' },
    indexTick: { sender: 'recorder', isRoutine: true },
    listAsset: { sender: 'system' },
    setPriceBand: { sender: 'system' },
    setVenue: { sender: 'system' },
    openAccount: { sender: 'system' },
    practiceFunds: { sender: 'system' },
    scheduleChange: { sender: 'system' },
    withdrawChange: { sender: 'system' },
  },
  entries: {
    trade: { code: 0, isOnBills: true },
    fee: { code: 1, isOnBills: true },
    'practice-funds': { code: 2, isOnBills: true },
  },
});
