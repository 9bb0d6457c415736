import type { FeeEstimate } from '@candor/chains';
import { InvariantError } from '@candor/money';
import { idOf, kyselyOf } from '../../base/database/index.ts';
import { hasPassed } from '../../base/work/elapsed.ts';
import { nativeOf, readFinality } from '../chains/index.ts';
import { judgeHalted, judgeLeft } from '../treasury/index.ts';
import { assertStored } from './asserts.ts';
import { move } from './clock.ts';
import { estimateFees } from './fees.ts';
import { isAutomatic, lookAtNew } from './first-look.ts';
import { createGaps } from './gaps.ts';
import { noteHouseAddresses } from './house-addresses.ts';
import {
  haltWithdrawal,
  type PayerDeps,
  type PayerRoom,
  type PaymentRoom,
  stopFor,
  stopWallet,
} from './payer-room.ts';
import { createPostponed } from './postponed.ts';
import { keepPrice } from './prices.ts';
import { subjectOf, withdrawalReviewName } from './review-name.ts';
import { isOfEarlierDay, isRoundOver, renewRound } from './rounds.ts';
import type { StoredWithdrawal } from './rows.ts';
import { sendRaw } from './sending.ts';
import { type FollowingRoom, followEndedPayments, followPayment } from './settling.ts';
import { signPayments } from './signing.ts';
import { readSpendable, type Spendable } from './spendable.ts';
import { EVM_PRICE } from './terms.ts';
import { isAway, unlessStopped, waitForPrice, waits, waitsAway } from './waiting.ts';

const FOLLOW_AGAIN_MS = 15_000;
/** Payments that get their nonces, their signatures and their place in the pool together. */
const PAID_AT_ONCE = 50;

/** Takes every open withdrawal of a chain one step on. */
export interface Payer {
  /** One round over all open withdrawals, oldest first. One call at a time. */
  round(): Promise<void>;
  /** True where no withdrawal of the chain is open: a round only notes fees and the operators' keys. */
  isIdle(): Promise<boolean>;
}

/**
 * Pays withdrawals. Each step is one transaction that begins by the state which it leaves, so a payer that was killed does
 * it again or finds it done. A nonce is given out under the wallet's row lock, the signed bytes are stored before they are
 * sent, and a withdrawal ends by one promise, settled or released.
 */
export async function openPayer(deps: PayerDeps): Promise<Payer> {
  const db = kyselyOf(deps.pool);
  await deps.adapter.checkChain();
  const [hotAddress, gasAddress] = await Promise.all([deps.signer.hotAddress(), deps.signer.gasAddress()]);
  await noteHouseAddresses(deps.pool, deps.chain, [hotAddress, gasAddress]);
  const room: PayerRoom = { ...deps, db, hotAddress };
  /** Payments that were followed at the chain's present head, by when. */
  let atHead = { hash: '', followedMs: new Map<number, number>() };
  let endedAt = '';
  const postponed = createPostponed();
  /** Coins that are free in this round, read when the first payment needs them. */
  let spendable: Spendable | null = null;
  const currentSpendable = async (): Promise<Spendable> => {
    spendable ??= await readSpendable(room);
    return spendable;
  };
  const prices = keepPrice<FeeEstimate>({
    ask: () => deps.adapter.feeEstimate(),
    worthOf: ({ maxFeePerGas }) => maxFeePerGas,
    ...EVM_PRICE,
    alarm: deps.alarm,
    now: deps.now,
  });
  const gaps = createGaps(nativeOf(deps.chain).code);
  let finality = readFinality(deps.adapter, deps.chain);
  const following = (): FollowingRoom => ({ ...room, spendable: currentSpendable, finality, gaps });
  return runPayer(room, {
    hotAddress,
    firstNumber: await deps.adapter.minedNonce(hotAddress),
    approvers: async () => (await deps.signer.allowedKeys()).length,
    async price() {
      spendable = null;
      finality = readFinality(deps.adapter, deps.chain);
      const { hash } = await deps.adapter.head();
      if (hash !== atHead.hash) atHead = { hash, followedMs: new Map() };
      return estimateFees(room, prices);
    },
    async pay(withdrawals, fee, waits) {
      const { first, last } = postponed.order(withdrawals, atHead.hash, deps.now());
      const signing = { ...room, spendable: currentSpendable, setAside: postponed.put };
      const rows = Array.from({ length: Math.ceil(first.length / PAID_AT_ONCE) }, (_, at) =>
        first.slice(at * PAID_AT_ONCE, (at + 1) * PAID_AT_ONCE),
      );
      for (const some of last.length === 0 ? rows : [...rows, last]) {
        const { hash } = atHead;
        const stored = await signPayments(signing, some, { fee, waits, isLast: some === last });
        const taken = await Promise.all(stored.map((payment) => sendRaw(room, payment)));
        // The node keeps in its pool what it took at this head.
        if (hash === atHead.hash)
          for (const [at, { withdrawalNo }] of stored.entries())
            if (taken[at] === 'taken') atHead.followedMs.set(withdrawalNo, deps.now());
      }
    },
    /** The same head says the same of a payment: it is asked again after a while only, for one that a node forgot. */
    async follow(withdrawal, fee) {
      const no = idOf(withdrawal.withdrawal_no);
      const followedMs = atHead.followedMs.get(no);
      if (followedMs !== undefined && !hasPassed(followedMs, FOLLOW_AGAIN_MS, deps.now())) return;
      await followPayment(following(), withdrawal, fee);
      atHead.followedMs.set(no, deps.now());
    },
    async after() {
      // Ended payments are looked at once for each head.
      if (endedAt !== atHead.hash) await followEndedPayments(following());
      endedAt = atHead.hash;
      await gaps.judge(room);
    },
  });
}

/** Steps by which payments leave one chain. Each step is done again after a kill, or is found done. */
export interface PaymentRail<Price> {
  readonly hotAddress: string;
  /** The number of the first payment of a wallet that paid nothing yet. */
  readonly firstNumber: number;
  /** Counts the operators whose keys the signer accepts. */
  approvers(): Promise<number>;
  /** Begins a round: reads the network's price and writes the fees of its coins. Null where none can be trusted now. */
  price(): Promise<Price | null>;
  /**
   * Pays withdrawals that are to be signed, those with a number first: binds each, stores its signed bytes, and sends them.
   * One that waits alone is said through `waits`; what is thrown holds for all of them.
   */
  pay(
    withdrawals: readonly StoredWithdrawal[],
    price: Price,
    waits: (withdrawal: StoredWithdrawal, error: unknown) => Promise<void>,
  ): Promise<void>;
  /** Without a price nothing is signed for a higher fee. */
  follow(withdrawal: StoredWithdrawal, price: Price | null): Promise<void>;
  /** Ends a round: looks at what ended before its block was final for good. */
  after(): Promise<void>;
}

/** Takes withdrawals through the states that all chains share. */
export async function runPayer<Price>(room: PaymentRoom, rail: PaymentRail<Price>): Promise<Payer> {
  await room.db
    .insertInto('withdrawals.wallet')
    .values({
      chain: room.chain.key,
      address: rail.hotAddress,
      next_nonce: rail.firstNumber,
      stopped: null,
      stop_cause: null,
      stopped_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return {
    round: () => stepAll(room, rail),
    async isIdle() {
      const first = await openOnes(room).select('withdrawal_no').limit(1).executeTakeFirst();
      return first === undefined;
    },
  };
}

const openOnes = ({ db, chain }: PaymentRoom) =>
  db
    .selectFrom('withdrawals.withdrawal')
    .where('chain', '=', chain.key)
    .where('ended_at', 'is', null)
    .where('halted', 'is', null);

/** One round: takes each open withdrawal one step on. */
async function stepAll<Price>(room: PaymentRoom, rail: PaymentRail<Price>): Promise<void> {
  const { db, chain, now } = room;
  const { address, stopped } = await db
    .selectFrom('withdrawals.wallet')
    .select(['address', 'stopped'])
    .where('chain', '=', chain.key)
    .executeTakeFirstOrThrow();
  if (address !== rail.hotAddress && stopped === null)
    await stopWallet(room, 'signer', `The signer has another key than the wallet ${address}`);
  await countApprovers(room, rail);
  const price = await rail.price();
  const open = await soundOnes(
    room,
    await openOnes(room)
      .selectAll()
      .orderBy('nonce', (order) => order.asc().nullsLast())
      .orderBy('withdrawal_no')
      .execute(),
  );
  const isNew = ({ state }: StoredWithdrawal) => state === 'requested' || state === 'checks';
  await lookAtNew(room, open.filter(isNew));
  const isSigning = ({ state }: StoredWithdrawal) => state === 'signing';
  for (const withdrawal of open)
    if (!isNew(withdrawal) && !isSigning(withdrawal)) await advance(room, rail, withdrawal, price);
  const signing = open.filter(isSigning);
  if (price !== null) await pay(room, rail, signing, price);
  else for (const withdrawal of signing) await waitForPrice(room, withdrawal);
  await rail.after();
  await judgeLeft(db, chain, now());
  await judgeHalted(db, chain, now());
}

/** Notes how many operators the signer accepts: requests that need two of them are refused while there are fewer. */
async function countApprovers(
  { db, chain }: PaymentRoom,
  rail: Pick<PaymentRail<unknown>, 'approvers'>,
): Promise<void> {
  const approvers = await rail.approvers();
  await db
    .updateTable('withdrawals.wallet')
    .set({ approvers })
    .where('chain', '=', chain.key)
    .where('approvers', '<>', approvers)
    .execute();
}

/** Asserts each withdrawal before anybody works on it. Returns the sound ones; the others are halted. */
async function soundOnes(room: PaymentRoom, rows: readonly StoredWithdrawal[]): Promise<StoredWithdrawal[]> {
  const sound: StoredWithdrawal[] = [];
  for (const row of rows)
    try {
      assertStored(row);
      sound.push(row);
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error;
      await haltWithdrawal(room, row.withdrawal_no, error);
    }
  return sound;
}

async function advance<Price>(
  room: PaymentRoom,
  rail: PaymentRail<Price>,
  withdrawal: StoredWithdrawal,
  price: Price | null,
): Promise<void> {
  try {
    if (withdrawal.state === 'review') await endReview(room, withdrawal);
    else if (withdrawal.state === 'broadcast') await rail.follow(withdrawal, price);
  } catch (error) {
    await waits(room, withdrawal, error);
  }
}

/** A review that operators did not end: one of yesterday's sum goes on by itself, and expired approvals begin again. */
async function endReview(room: PaymentRoom, withdrawal: StoredWithdrawal): Promise<void> {
  const { db, reviews } = room;
  const { withdrawal_no, reason } = withdrawal;
  const nowMs = room.now();
  if (reason === 'limit' && isAutomatic(room, withdrawal) && isOfEarlierDay(withdrawal, nowMs))
    await db.transaction().execute(async (trx) => {
      const no = idOf(withdrawal_no);
      // The item is locked before the withdrawal, as operators and owners do.
      await reviews.withdraw(trx, withdrawalReviewName, subjectOf(no));
      await move(trx, no, ['review'], 'signing', nowMs);
    });
  else if (isRoundOver(withdrawal, nowMs))
    await db.transaction().execute((trx) => renewRound(trx, reviews, withdrawal, nowMs));
}

/** Pays what is to be signed. A failure that holds for all is said once. */
async function pay<Price>(
  room: PaymentRoom,
  rail: PaymentRail<Price>,
  signing: readonly StoredWithdrawal[],
  price: Price,
): Promise<void> {
  if (signing.length === 0) return;
  const going = await unlessStopped(room, signing);
  if (going.length === 0) return;
  try {
    await rail.pay(going, price, (withdrawal, error) => waits(room, withdrawal, error));
  } catch (error) {
    if (error instanceof InvariantError) return stopFor(room, Number(error.facts.withdrawal ?? 0), error);
    const [first, ...others] = going;
    await waits(room, first!, error);
    if (isAway(error)) for (const { withdrawal_no } of others) await waitsAway(room, idOf(withdrawal_no));
  }
}
