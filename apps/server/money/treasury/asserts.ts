import type { SignedPayment } from '@candor/chains';
import type { Selectable } from 'kysely';
import { assertsOf, defineTransitions } from '../../base/asserts/index.ts';
import { type Database, idOf } from '../../base/database/index.ts';
import { SWEEP_FEE_CEILING } from './terms.ts';

type Movement = Selectable<Database['treasury.movement']>;
type Receipt = Selectable<Database['treasury.receipt']>;

/** The life of a sweep or of gas for one: each statement that moves one goes through this table. */
export const MOVEMENT_TRANSITIONS = defineTransitions<Movement['state']>('MOVEMENT', {
  bound: ['signed'],
  // signed once more for another fee
  signed: ['signed', 'done', 'failed', 'lost'],
  done: [],
  failed: [],
  lost: [],
});

/** Asserts a transition of a movement, and returns the state that it leaves, for the WHERE of its statement. */
export function leaving(from: Movement['state'], to: Movement['state']): Movement['state'] {
  MOVEMENT_TRANSITIONS.check(from, to);
  return from;
}

/** The life of a transfer to an address of the house. */
export const RECEIPT_TRANSITIONS = defineTransitions<Receipt['state']>('RECEIPT', {
  seen: ['booked', 'gone'],
  booked: ['reversed'],
  gone: [],
  reversed: [],
});

const about = ({ movement_no }: Pick<Movement, 'movement_no'>) =>
  assertsOf('MOVEMENT', { movement: idOf(movement_no) });

/** Asserts a stored movement before anybody works on it. @throws InvariantError */
export function assertMovement(row: Movement): void {
  const { holds, chainAmount, nonce } = about(row);
  const { state, kind, raw, hash, block_number, block_hash, fee_paid, cost } = row;
  holds(MOVEMENT_TRANSITIONS.has(state), 'STATE', { state });
  holds((row.ended_at === null) !== MOVEMENT_TRANSITIONS.isEnd(state), 'END', { state });
  chainAmount(BigInt(row.amount), 'AMOUNT');
  nonce(row.nonce, 'NONCE');
  holds((raw === null) === (state === 'bound'), 'BYTES', { state });
  holds((hash === null) === (raw === null), 'HASH', { state });
  holds(hash !== null || row.earlier.length === 0, 'EARLIER', { earlier: row.earlier.length });
  const [gas, maxFee, tip] = [BigInt(row.gas), BigInt(row.max_fee), BigInt(row.tip)];
  holds(gas > 0n && tip >= 0n && tip <= maxFee, 'FEES', { gas, maxFee, tip });
  holds(kind === 'gas' || gas * maxFee <= SWEEP_FEE_CEILING, 'FEE_CEILING', { fee: gas * maxFee });
  holds((block_number === null) === (block_hash === null), 'BLOCK', { block_number });
  holds(row.ended_at !== null || (fee_paid === null && cost === null), 'COST_EARLY', { cost });
}

/** Asserts that signed bytes make the transaction of their row, before they are stored or sent. @throws InvariantError */
export function assertMoves(
  row: Pick<Movement, 'movement_no' | 'kind' | 'nonce' | 'amount' | 'gas' | 'max_fee' | 'tip'>,
  signed: SignedPayment,
  moving: {
    readonly hash: string;
    readonly chainId: number;
    readonly to: string;
    readonly contract: string | null;
  },
): void {
  const { holds } = about(row);
  holds(signed.hash === moving.hash, 'BYTES_HASH', { hash: signed.hash, row: moving.hash });
  holds(signed.chainId === moving.chainId, 'BYTES_CHAIN', { chainId: signed.chainId });
  holds(signed.nonce === row.nonce, 'BYTES_NONCE', { nonce: signed.nonce, row: row.nonce });
  holds(signed.to === moving.to, 'BYTES_RECIPIENT', { to: signed.to, row: moving.to });
  holds(signed.contract === moving.contract, 'BYTES_TOKEN', { contract: signed.contract });
  holds(`${signed.amount}` === row.amount, 'BYTES_AMOUNT', { amount: signed.amount, row: row.amount });
  holds(`${signed.gas}` === row.gas, 'BYTES_GAS', { gas: signed.gas });
  holds(`${signed.maxFeePerGas}` === row.max_fee, 'BYTES_FEE', { fee: signed.maxFeePerGas });
  holds(`${signed.maxPriorityFeePerGas}` === row.tip, 'BYTES_TIP', { tip: signed.maxPriorityFeePerGas });
}

/** Reads signed bytes of a movement. @throws InvariantError for bytes that are no payment */
export function readOf<Read>(row: Pick<Movement, 'movement_no'>, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    about(row).holds(false, 'BYTES_UNREADABLE', { why: (error as Error).message });
    throw error;
  }
}

/** Asserts that a version for a higher fee raises the one before, and pays no more than the amount had. @throws InvariantError */
export function assertRaised(
  before: Pick<Movement, 'movement_no' | 'max_fee' | 'tip' | 'amount'>,
  after: { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint; readonly amount: bigint },
): void {
  const { holds } = about(before);
  const { maxFeePerGas, maxPriorityFeePerGas: tip, amount } = after;
  holds(maxFeePerGas > BigInt(before.max_fee), 'FEE_NOT_RAISED', {
    fee: maxFeePerGas,
    before: before.max_fee,
  });
  holds(tip >= BigInt(before.tip) && tip <= maxFeePerGas, 'TIP', { tip, before: before.tip });
  holds(amount > 0n && amount <= BigInt(before.amount), 'AMOUNT_RAISED', { amount, before: before.amount });
}

/** Asserts what a movement cost: the fee is one that its bytes may pay, and its shares are the whole. @throws InvariantError */
export function assertCost(
  row: Pick<Movement, 'movement_no' | 'gas' | 'max_fee'>,
  feePaid: bigint,
  { cost, fine, ofCost }: { readonly cost: bigint; readonly fine: bigint; readonly ofCost: bigint },
): void {
  const { holds } = about(row);
  const most = BigInt(row.gas) * BigInt(row.max_fee);
  holds(feePaid >= 0n && feePaid <= most, 'COST', { feePaid, most });
  holds(cost >= 0n && ofCost >= fine, 'COST_SHARES', { cost, fine, ofCost });
}

/** Asserts that a nonce of the gas wallet follows all that it gave out and that the chain mined. @throws InvariantError */
export function assertGasNonce(
  row: Pick<Movement, 'movement_no'>,
  nonce: number,
  { mined, last }: { readonly mined: number; readonly last: number | null },
): void {
  about(row).holds(nonce >= mined && nonce === Math.max(mined, (last ?? -1) + 1), 'GAS_NONCE', {
    nonce,
    mined,
    last,
  });
}

/** A stored receipt that its block confirms. */
interface Booking {
  readonly receipt_no: bigint;
  readonly amount: string;
  readonly booked: bigint | string | null;
}

/** Shares of a funding: `fine` is its amount, `units` the ledger's part, of which `filled` fills a shortage. */
interface Booked {
  readonly fine: bigint;
  readonly units: bigint;
  readonly ofUnits: bigint;
  readonly filled: bigint;
  readonly own: bigint;
}

/** Asserts a funding that is about to be booked: its shares are the whole, and none is below 0. @throws InvariantError */
export function assertBooking(
  { receipt_no, amount, booked }: Booking,
  { fine, units, ofUnits, filled, own }: Booked,
): void {
  const { holds } = assertsOf('RECEIPT', { receipt: idOf(receipt_no) });
  holds(BigInt(amount) > 0n, 'AMOUNT', { amount });
  holds(booked === null, 'BOOKED_BEFORE', { booked });
  holds(units >= 0n && units < 2n ** 62n, 'UNITS', { units });
  holds(ofUnits <= fine, 'SHARES', { fine, ofUnits });
  holds(filled >= 0n && own >= 0n && filled + own === units, 'FILLED', { units, filled, own });
}

/** Figures of one coin in a comparison of custody. */
interface Figures {
  readonly coin: string;
  readonly held: readonly bigint[];
  readonly waiting: bigint;
  readonly outgoing: bigint;
  readonly takenBack: bigint;
}

/**
 * Asserts a comparison before it is reported: no balance, and nothing that is in flight, is below 0. The codes begin with
 * `WALLET`: the chain's wallet stops. @throws InvariantError
 */
export function assertFigures({ coin, held, waiting, outgoing, takenBack }: Figures): void {
  const { holds } = assertsOf('WALLET_CUSTODY', { coin });
  for (const units of held) holds(units >= 0n, 'HELD', { units });
  holds(waiting >= 0n, 'WAITING', { waiting });
  holds(outgoing >= 0n, 'OUTGOING', { outgoing });
  holds(takenBack >= 0n, 'TAKEN_BACK', { takenBack });
}
