import { z } from 'zod';
import { journalPlace } from '../records.ts';
import { decimal, lineCursor, timeMs } from '../scalars.ts';
import { swapQuoteRow } from '../swap/calls.ts';

export const count = z.number().int().nonnegative();
export const id = z.number().int().positive();
/** A whole number of any size as text, such as base units or an index. */
const whole = z.string().regex(/^\d{1,60}$/);
export const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
export const transactionHash = z.string().regex(/^0x[0-9a-fA-F]{64}$/);
/** SHA-256 in hex of the text of the terms: coin, version and gears. */
export const termsHash = z.string().regex(/^[0-9a-f]{64}$/);

/** A gear: what holds at least its amount earns its rate on the whole of it. */
export const miningGearRow = z.strictObject({
  /** Counts from 1. */
  gear: id,
  minAmount: decimal,
  /** Income of one day for one coin; 0.001 is 0.1 %. Simple: income earns none. */
  dailyRate: decimal,
  dailyPpm: count,
  /** The daily rate × 365. */
  yearlyRate: decimal,
  /** Addresses that are in it now, and what they hold together. */
  nodes: count,
  held: decimal,
});

/** Gears that hold from a named time on; the past keeps its rates. */
export const miningChangeRow = z.strictObject({
  gears: z.array(miningGearRow.omit({ nodes: true, held: true })),
  startsTime: timeMs,
  reason: z.string(),
});

export const miningPoolRow = z.strictObject({
  /** All that the pool has, what is owed of it, and the rest. */
  balance: decimal,
  owed: decimal,
  free: decimal,
  /** Income of one day of all that is held now. */
  dailyOutput: decimal,
  /** Whole days for which the free part lasts at `dailyOutput`; null while nothing accrues. */
  daysLeft: count.nullable(),
  /** The second at which the pool is empty if nothing changes, and accrual stops for all; null while nothing accrues. */
  endsTime: timeMs.nullable(),
  /** True while the pool is empty and nothing accrues. */
  isEmpty: z.boolean(),
  /** Income that was really paid, by the kernel's journal. */
  paid7Days: decimal,
  paid30Days: decimal,
  paidTotal: decimal,
});

/** The contract whose one function `join()` a wallet calls. It moves nothing and asks for no approval. */
export const miningRegistryRow = z.strictObject({
  chainId: id,
  /** The chain's key, as withdrawals name their network. */
  network: z.string(),
  chainName: z.string(),
  address: evmAddress,
  /** Calldata of `join()`: the whole of it. */
  joinData: z.string(),
  /** Keccak-256 of the code that stands at the address; it is the code of the published source. */
  codeHash: transactionHash,
  /** The compiler that makes this code of the published source. */
  compiler: z.string(),
  /** Options of that compiler, as its command line takes them. */
  settings: z.string(),
  /** Blocks that must hold the call, its own included. */
  confirmations: count,
  /** All addresses of the house on the chain: those that pay and sweep, be it with an earlier key. None is ever allowed anything. */
  houseAddresses: z.array(evmAddress),
});

/** A movement of the pool. */
export const miningPoolEntryRow = z.strictObject({
  time: timeMs,
  coin: z.string(),
  kind: z.enum(['funding', 'paid']),
  /** Change of the pool; a payment is below 0. */
  amount: decimal,
  /** The pool's balance after the command. */
  balance: decimal,
  /** The operator's reason for a funding; '' for all others. */
  reason: z.string(),
  seq: count,
});

/** A line of the index: what a coin earns that is part of an amount which just reaches this gear of today. */
export const miningIndexGearRow = z.strictObject({
  /** Counts from 1. */
  gear: id,
  minAmount: decimal,
  /** Growth of the index by the second from the last point on, until `endsTime`; 0 while nothing is paid. */
  dailyPpm: count,
});

/** A point of the index. Between two points each line is straight. */
export const miningIndexPointRow = z.strictObject({
  /** A whole second. */
  time: timeMs,
  /**
   * By gear, what one coin earned that was locked since the first point: Σ ppm × paid seconds, in parts of 86,400,000,000
   * of one coin.
   */
  index: z.array(whole),
});

/** A wallet that signed in. A contract wallet may sign in, and may not join. */
export const linkedWalletRow = z.strictObject({
  address: evmAddress,
  chainId: id,
  kind: z.enum(['plain', 'contract']),
  time: timeMs,
  /** Why it cannot be unlinked now: it joined, or a join of it is looked at; null where it can. */
  bound: z.enum(['joined', 'joining']).nullable(),
});

/** Another wallet that can join in place of the one that did, once its waiting time is over. */
export const walletChangeRow = z.strictObject({
  address: evmAddress,
  time: timeMs,
  /** From then on it can join. */
  opensTime: timeMs,
});

/** A call of `join()` as the chain shows it. */
export const joinRow = z.strictObject({
  hash: transactionHash,
  address: evmAddress,
  /** `seen` waits for its confirmations; `refused` names why in `reason`. */
  state: z.enum(['seen', 'joined', 'refused']),
  /** The key of the error that says why it was refused; null for all others. */
  reason: z.string().nullable(),
  confirmations: count,
  confirmationsNeeded: count,
  time: timeMs,
});

/**
 * Income that a page counts up: earned + held × dailyPpm for each second after `time`, up to `endsTime`, in parts of
 * 86,400,000,000 of one base unit.
 */
export const miningAccrualRow = z.strictObject({
  /** Base units. */
  held: whole,
  dailyPpm: count,
  /** All that is earned and not claimed up to `time`, in parts of 86,400,000,000 of one base unit. */
  earned: whole,
  /** A whole second. */
  time: timeMs,
  /** The second at which the pool ends; null while nothing ends it. */
  endsTime: timeMs.nullable(),
  /** True while the pool is empty: nothing accrues. */
  isEnded: z.boolean(),
});

export const miningRewardRow = z.strictObject({
  coin: z.string(),
  scale: count,
  amount: decimal,
});

export const miningRecordKind = z.enum([
  'joined',
  'locked',
  'unlocked',
  'claimed',
  'converted',
  'withdrawn',
  'returned',
  'moved',
]);

/** One movement of a user's node, with everything that its income follows from. */
export const miningRecordRow = z.strictObject({
  /** The journal's sequence number of its command, and its place among the command's events. */
  id: lineCursor,
  kind: miningRecordKind,
  time: timeMs,
  /** Null for a join. */
  coin: z.string().nullable(),
  /** Locked, unlocked, claimed, given for another coin, withdrawn or returned; 0 for a join. */
  amount: decimal,
  /** Locked after it; null where that does not change. */
  held: decimal.nullable(),
  /** A conversion's other side, and its quote; null for all others. */
  into: z.strictObject({ coin: z.string(), amount: decimal, quoteId: id }).nullable(),
  /** The quote that a conversion was made by: everything that its rate follows from. Null for all others. */
  quote: swapQuoteRow.nullable(),
  /** The address that joined, or joined in another's place, or that a withdrawal goes to; null for all others. */
  address: evmAddress.nullable(),
  /** Decimals of the coin's base unit. */
  scale: count,
  /** Income that was counted by the command; null where nothing accrues. Parts are 86,400,000,000 of one base unit. */
  accrual: z
    .strictObject({
      /** Base units that were held through all of it. */
      held: whole,
      /** Paid seconds of the coin at its begin and at its end: they stand still while the pool is empty. */
      fromSeconds: count,
      toSeconds: count,
      spans: z.array(z.strictObject({ termsNo: count, dailyPpm: count, seconds: count })),
      /** Parts that were earned before, and with all spans. */
      carried: whole,
      earned: whole,
      /** Base units that a claim paid, and the parts that it kept. */
      paid: whole,
      rest: whole,
    })
    .nullable(),
  seq: count,
});

/** A record with its place in the journal: the receipt. */
export const miningReceiptRow = z.strictObject({
  ...miningRecordRow.shape,
  journal: journalPlace,
});

export type MiningGearRow = z.output<typeof miningGearRow>;
export type MiningIndexGearRow = z.output<typeof miningIndexGearRow>;
export type MiningIndexPointRow = z.output<typeof miningIndexPointRow>;
export type MiningChangeRow = z.output<typeof miningChangeRow>;
export type MiningPoolRow = z.output<typeof miningPoolRow>;
export type MiningRegistryRow = z.output<typeof miningRegistryRow>;
export type MiningPoolEntryRow = z.output<typeof miningPoolEntryRow>;
export type LinkedWalletRow = z.output<typeof linkedWalletRow>;
export type WalletChangeRow = z.output<typeof walletChangeRow>;
export type JoinRow = z.output<typeof joinRow>;
export type MiningAccrualRow = z.output<typeof miningAccrualRow>;
export type MiningRecordRow = z.output<typeof miningRecordRow>;
export type MiningReceiptRow = z.output<typeof miningReceiptRow>;
export type MiningRewardRow = z.output<typeof miningRewardRow>;
