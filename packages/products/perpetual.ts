import { declare } from './declare.ts';

/** USDT perpetuals: orders, positions, exits, liquidation, funding and their insurance. */
export const perpetual = declare({
  commands: {
    listPerpetual: { sender: 'system' },
    setPerpetualState: { sender: 'system' },
    setPerpetualLimits: { sender: 'core' },
    setPerpetualTiers: { sender: 'core' },
    placePerpetualOrder: { sender: 'user' },
    cancelPerpetualOrder: { sender: 'user', relieves: true },
    cancelPerpetualOrders: { sender: 'user', relieves: true },
    perpetualMassQuote: { sender: 'quotes', isRoutine: true },
    fundInsurance: { sender: 'system' },
    closePosition: { sender: 'user', relieves: true },
    reversePosition: { sender: 'user' },
    closeAllPositions: { sender: 'user', relieves: true },
    setLeverage: { sender: 'user' },
    setMarginMode: { sender: 'user' },
    setPositionMode: { sender: 'user' },
    adjustMargin: { sender: 'user', relieves: true },
    setPositionExits: { sender: 'user' },
    cancelPositionExit: { sender: 'user', relieves: true },
  },
  entries: {
    'perpetual-pnl': { code: 4, isOnBills: true },
    'perpetual-fee': { code: 5, isOnBills: true },
    'perpetual-funding': { code: 6, isOnBills: true },
    'liquidation-fee': { code: 7, isOnBills: true },
    'insurance-payment': { code: 8, isOnBills: true },
    'insurance-funding': { code: 9, isOnBills: false },
  },
});
