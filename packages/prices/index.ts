export * from './candle.ts';
export * from './index-price.ts';
export * from './intervals.ts';
export * from './mark.ts';
export * from './sha256.ts';
export * from './statistics.ts';
export * from './tick-record.ts';
