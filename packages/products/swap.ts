import { declare } from './declare.ts';

/** Swaps at a locked quote. */
export const swap = declare({
  commands: {
    setSwapTerms: { sender: 'system' },
    setSwapState: { sender: 'system' },
    fundSwaps: { sender: 'system' },
    quoteSwap: { sender: 'user' },
    acceptSwap: { sender: 'user' },
  },
  entries: {
    swap: { code: 28, isOnBills: true },
    'swap-funding': { code: 29, isOnBills: false },
  },
});
