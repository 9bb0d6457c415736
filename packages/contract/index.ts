import './no-eval.ts';

export * from './calls/account.ts';
export * from './calls/market.ts';
export * from './calls/startup.ts';
export * from './calls/trading.ts';
export * from './calls/trading-legacy.ts';
export * from './calls/wallet.ts';
export * from './calls/watchlist.ts';
export * from './channels.ts';
export * from './client.ts';
export * from './define.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './operator.ts';
export * from './records.ts';
export * from './scalars.ts';
export * from './table.ts';
export * from './wallets.ts';
