import { z } from 'zod';
import { journalPlace } from '../records.ts';
import { decimal, timeMs } from '../scalars.ts';

/** `all` (type qc) is the cross wallet, `fixed` the isolated wallet of a market. */
export const marginKind = z.enum(['all', 'fixed']);
export type MarginKind = z.output<typeof marginKind>;

/**
 * Side effect of a margin order. `autoBorrow` borrows the amount that the account lacks and repays it as far as the
 * order ends unfilled. `autoRepay` repays the debt of a coin with the proceeds of the order's fills in that coin.
 */
export const sideEffectType = z.enum(['normal', 'autoBorrow', 'autoRepay']);
export type SideEffectType = z.output<typeof sideEffectType>;

/** Amounts of a coin that may be borrowed now. */
export const canBorrow = z.strictObject({
  type: marginKind,
  symbol: z.string().nullable(),
  coin: z.string(),
  /** The most that may be borrowed now: by leverage, by the coin's limit and by what lies in the pool. */
  canBorrow: decimal,
  /** Percent an hour. */
  hourlyRate: decimal,
  /** The most that one account may owe of the coin. */
  maxBorrow: decimal,
  poolAvailable: decimal,
  /** Collateral over debt, rounded down; null without a debt. */
  riskRate: decimal.nullable(),
});

/** Effect of a borrowing, before anything is done. */
export const borrowPreview = z.strictObject({
  ...canBorrow.shape,
  amount: decimal,
  /** Charged at once for the hour that has started. */
  firstHourInterest: decimal,
  riskRateAfter: decimal,
  /** True where the borrowing is permitted as it stands. */
  permitted: z.boolean(),
});

export const borrowReceipt = z.strictObject({ id: z.number().int(), coin: z.string(), amount: decimal });
export const repayReceipt = z.strictObject({
  id: z.number().int(),
  coin: z.string(),
  /** Still owed of this coin in this account, interest included. */
  owed: decimal,
});

/** A debt of one coin in one margin account. */
export const marginLoanRow = z.strictObject({
  id: z.number().int(),
  coin: z.string(),
  /** Owed without interest. */
  principal: decimal,
  /** Owed of interest up to the hour that has started. */
  interest: decimal,
  /** Principal and interest. */
  owed: decimal,
  hourlyRate: decimal,
});

export const marginAssetRow = z.strictObject({
  coin: z.string(),
  amount: decimal,
  available: decimal,
  frozen: decimal,
  owed: decimal,
  /** amount less owed; may be below 0. */
  net: decimal,
  valueUsdt: decimal.nullable(),
});

/** A margin account as it stands. */
export const marginAccountRow = z.strictObject({
  type: marginKind,
  symbol: z.string().nullable(),
  symbol_name: z.string().nullable(),
  leverage: z.number().int(),
  maxLeverage: z.number().int(),
  /** Coin in which risk rates are computed. */
  valueCoin: z.string(),
  /** Collateral with its haircuts, rounded down, and debts, rounded up; null while an index is stale. */
  collateral: decimal.nullable(),
  debt: decimal.nullable(),
  /** Collateral over debt, rounded down; null without a debt or while an index is stale. */
  riskRate: decimal.nullable(),
  /** Coins may leave while the risk rate stays at or above this. */
  transferRisk: decimal,
  /** At and below this the owner is warned. */
  callRisk: decimal,
  /** At and below this the account is sold. */
  liquidationRisk: decimal,
  /** The owner is warned now. */
  called: z.boolean(),
  /** A forced sale goes on. */
  selling: z.boolean(),
  assets: z.array(marginAssetRow),
  loans: z.array(marginLoanRow),
  seq: z.number().int(),
});

/** A borrow order: all that was borrowed of one coin in one account until all was repaid. */
export const borrowOrderRow = z.strictObject({
  id: z.number().int(),
  type: marginKind,
  symbol: z.string().nullable(),
  coin: z.string(),
  borrowed: decimal,
  /** Repaid part of the principal, without interest. */
  repaid: decimal,
  /** Charged so far; interest that falls due is charged when the loan is next touched. */
  interest: decimal,
  interestPaid: decimal,
  /** Still owed, interest charged included. */
  owed: decimal,
  hourlyRate: decimal,
  /** `sold`: a forced sale repaid it; `covered`: the margin insurance or the pool bore what was left. */
  status: z.enum(['open', 'repaid', 'sold', 'covered']),
  createTime: timeMs,
  updateTime: timeMs,
  seq: z.number().int(),
});

/** Interest that was charged to a debt, with all that it was computed from. */
export const marginInterestRow = z.strictObject({
  id: z.string(),
  loanId: z.number().int(),
  type: marginKind,
  symbol: z.string().nullable(),
  coin: z.string(),
  amount: decimal,
  principal: decimal,
  /** Sums of hourly rates in parts per thousand million; null: the first hour of what was just borrowed. */
  fromIndex: z.string().nullable(),
  toIndex: z.string().nullable(),
  time: timeMs,
  seq: z.number().int(),
});

/** One step of a margin call or a forced sale, or orders cancelled far from the index: the kernel's own event, all inputs included, as a receipt. */
export const marginReceiptRow = z.strictObject({
  id: z.string(),
  kind: z.enum(['call', 'sale', 'sold', 'takeover', 'deficit', 'cancelled']),
  /** The forced sale that it belongs to; null for a call. */
  saleId: z.number().int().nullable(),
  type: marginKind,
  symbol: z.string().nullable(),
  riskRate: decimal.nullable(),
  /** The kernel's event as JSON, whole numbers of 64 bits as text. */
  receipt: z.string(),
  time: timeMs,
  seq: z.number().int(),
  journal: journalPlace,
});

/** Margin call or forced sale as notified at once. */
export const marginNotice = marginReceiptRow.omit({ id: true, time: true, seq: true, journal: true });

export type MarginAccountRow = z.output<typeof marginAccountRow>;
export type BorrowOrderRow = z.output<typeof borrowOrderRow>;
export type MarginNotice = z.output<typeof marginNotice>;
export type MarginReceiptRow = z.output<typeof marginReceiptRow>;
