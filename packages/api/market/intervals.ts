/** The widths of candles. No schemas: browsers load this module. */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;

export type Interval = (typeof INTERVALS)[number];
