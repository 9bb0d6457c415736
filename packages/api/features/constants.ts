// No schemas: browsers load this module.

/** Products that can be opened and closed by country. Withdrawing and closing are not among them. */
export const FEATURES = [
  'spot',
  'perpetual',
  'seconds',
  'margin',
  'swap',
  'staking',
  'loan',
  'finance',
  'mining',
  'otc',
  'deposit',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Stands for every country without a rule of its own, and for users whose country is not known. */
export const EVERYWHERE = '*';
