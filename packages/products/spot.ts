import { declare } from './declare.ts';

/** Spot: limit, market and stop orders, pairs of two, and the house's quotes. */
export const spot = declare({
  commands: {
    listSymbol: { sender: 'system' },
    setSymbolState: { sender: 'system' },
    setSymbolLimits: { sender: 'core' },
    setFees: { sender: 'system' },
    setFeeTiers: { sender: 'system' },
    placeOrder: { sender: 'user' },
    cancelOrder: { sender: 'user', relieves: true },
    cancelAll: { sender: 'user', relieves: true },
    massQuote: { sender: 'quotes', isRoutine: true },
    placeTrigger: { sender: 'user' },
    placeOco: { sender: 'user' },
    amendOrder: { sender: 'user' },
  },
  entries: {},
});
