import { ChainError, type FeeEstimate } from '@candor/chains';
import { InvariantError, parseDecimal } from '@candor/money';
import { SignerError } from '../../../signer/index.ts';
import { idOf, kyselyOf } from '../../base/database/index.ts';
import { hasPassed } from '../../base/work/elapsed.ts';
import { nativeOf, readFinality } from '../chains/index.ts';
import { delistedCoins } from '../deposits/index.ts';
import { judgeHalted, judgeLeft } from '../treasury/index.ts';
import { assertStored } from './asserts.ts';
import { move, moveAll, waitFor } from './clock.ts';
import { estimateFees } from './fees.ts';
import { createGaps } from './gaps.ts';
import { settleNoted } from './holding.ts';
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
import { remembered } from './remembered.ts';
import { subjectOf, withdrawalReviewName } from './review-name.ts';
import { isOfEarlierDay, isRoundOver, renewRound, toReview } from './rounds.ts';
import type { StoredWithdrawal } from './rows.ts';
import { hasFailed, sendRaw } from './sending.ts';
import { type FollowingRoom, followEndedPayments, followPayment } from './settling.ts';
import { signPayments } from './signing.ts';
import { readSpendable, type Spendable } from './spendable.ts';
import { EVM_PRICE, termsOf } from './terms.ts';

/** Looks at a time: one for each connection of the process of the chains, which others use too. */
const LOOKS_AT_ONCE = 3;
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
export async function runPayer<Price>(deps: PaymentRoom, rail: PaymentRail<Price>): Promise<Payer> {
  const { chain, alarm, db } = deps;
  const { hotAddress } = rail;
  await db
    .insertInto('withdrawals.wallet')
    .values({
      chain: chain.key,
      address: hotAddress,
      next_nonce: rail.firstNumber,
      stopped: null,
      stop_cause: null,
      stopped_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

  const openOnes = () =>
    db
      .selectFrom('withdrawals.withdrawal')
      .where('chain', '=', chain.key)
      .where('ended_at', 'is', null)
      .where('halted', 'is', null);

  async function isIdle(): Promise<boolean> {
    const first = await openOnes().select('withdrawal_no').limit(1).executeTakeFirst();
    return first === undefined;
  }

  async function round(): Promise<void> {
    const { address, stopped } = await db
      .selectFrom('withdrawals.wallet')
      .select(['address', 'stopped'])
      .where('chain', '=', chain.key)
      .executeTakeFirstOrThrow();
    if (address !== hotAddress && stopped === null)
      await stopWallet(deps, 'signer', `The signer has another key than the wallet ${address}`);
    await countApprovers();
    const price = await rail.price();
    const open = await soundOnes(
      await openOnes()
        .selectAll()
        .orderBy('nonce', (order) => order.asc().nullsLast())
        .orderBy('withdrawal_no')
        .execute(),
    );
    const isNew = ({ state }: StoredWithdrawal) => state === 'requested' || state === 'checks';
    await lookAtNew(open.filter(isNew));
    const isSigning = ({ state }: StoredWithdrawal) => state === 'signing';
    for (const withdrawal of open)
      if (!isNew(withdrawal) && !isSigning(withdrawal)) await advance(withdrawal, price);
    const signing = open.filter(isSigning);
    if (price !== null) await pay(signing, price);
    else for (const withdrawal of signing) await waitForPrice(withdrawal);
    await rail.after();
    await judgeLeft(db, chain, deps.now());
    await judgeHalted(db, chain, deps.now());
  }

  /** Asserts each withdrawal before anybody works on it. Returns the sound ones; the others are halted. */
  async function soundOnes(rows: readonly StoredWithdrawal[]): Promise<StoredWithdrawal[]> {
    const sound: StoredWithdrawal[] = [];
    for (const row of rows)
      try {
        assertStored(row);
        sound.push(row);
      } catch (error) {
        if (!(error instanceof InvariantError)) throw error;
        await haltWithdrawal(deps, row.withdrawal_no, error);
      }
    return sound;
  }

  /** One with a number waits as well: it is signed for the fee that is bound to it, once the network has a price. */
  async function waitForPrice({ withdrawal_no, reason }: StoredWithdrawal): Promise<void> {
    if (reason === 'noPrice') return;
    alarm(`Withdrawal ${withdrawal_no} waits: ${chain.key} has no price that can be trusted`);
    await db.transaction().execute((trx) => waitFor(trx, idOf(withdrawal_no), 'noPrice'));
  }

  /** Pays what is to be signed. A failure that holds for all is said once. */
  async function pay(signing: readonly StoredWithdrawal[], price: Price): Promise<void> {
    if (signing.length === 0) return;
    const going = await unlessStopped(signing);
    if (going.length === 0) return;
    try {
      await rail.pay(going, price, waits);
    } catch (error) {
      if (error instanceof InvariantError) return stopFor(deps, Number(error.facts.withdrawal ?? 0), error);
      const [first, ...others] = going;
      await waits(first!, error);
      const isAway = error instanceof ChainError || !(error instanceof SignerError);
      if (isAway) for (const { withdrawal_no } of others) await waitsAway(idOf(withdrawal_no));
    }
  }

  const waitsAway = (no: number) => db.transaction().execute((trx) => waitFor(trx, no, 'unreachable'));

  async function waits(withdrawal: StoredWithdrawal, error: unknown): Promise<void> {
    const no = idOf(withdrawal.withdrawal_no);
    if (error instanceof InvariantError) return stopFor(deps, no, error);
    if (error instanceof SignerError && error.code === 'INVARIANT')
      return stopWallet(deps, 'invariant', error.message);
    const isAway = error instanceof ChainError || !(error instanceof SignerError);
    alarm(`Withdrawal ${no} waits in ${withdrawal.state}: ${(error as Error).message}`);
    if (isAway) await waitsAway(no);
  }

  /** New ones know nothing of each other: several are looked at side by side, and what passes moves on at once. */
  async function lookAtNew(fresh: readonly StoredWithdrawal[]): Promise<void> {
    const next = fresh.values();
    const passed: number[] = [];
    const mayGo = remembered(async (userId: number) => {
      // Nobody was asked for a second factor where there is none: two operators look instead.
      return !(await deps.isHeld(userId)) && (await deps.isSteppedUp(userId));
    });
    const look = async (): Promise<void> => {
      for (const withdrawal of next)
        try {
          if (withdrawal.state === 'requested') await settleNoted(db, deps.promises, withdrawal, deps.now());
          else if (await passes(withdrawal, mayGo)) passed.push(idOf(withdrawal.withdrawal_no));
        } catch (error) {
          await waits(withdrawal, error);
        }
    };
    await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, look));
    await moveAll(db, passed, 'checks', 'signing', deps.now());
  }

  /** Notes how many operators the signer accepts: requests that need two of them are refused while there are fewer. */
  async function countApprovers(): Promise<void> {
    const approvers = await rail.approvers();
    await db
      .updateTable('withdrawals.wallet')
      .set({ approvers })
      .where('chain', '=', chain.key)
      .where('approvers', '<>', approvers)
      .execute();
  }

  async function advance(withdrawal: StoredWithdrawal, price: Price | null): Promise<void> {
    try {
      await stepOf(withdrawal, price);
    } catch (error) {
      await waits(withdrawal, error);
    }
  }

  async function stepOf(withdrawal: StoredWithdrawal, price: Price | null): Promise<void> {
    switch (withdrawal.state) {
      case 'review':
        return reviewed(withdrawal);
      case 'broadcast':
        return rail.follow(withdrawal, price);
      default:
        return;
    }
  }

  /**
   * While the wallet is stopped or a coin is delisted, what has no number waits with that reason; where an assert of the wallet
   * failed, also what has one. Returns what goes on.
   */
  async function unlessStopped(signing: readonly StoredWithdrawal[]): Promise<readonly StoredWithdrawal[]> {
    const { stopped, stop_cause } = await db
      .selectFrom('withdrawals.wallet')
      .select(['stopped', 'stop_cause'])
      .where('chain', '=', chain.key)
      .executeTakeFirstOrThrow();
    const delisted = await delistedCoins(db, chain.key);
    const obstacleOf = ({ nonce, coin }: StoredWithdrawal) => {
      if (stopped !== null && (nonce === null || stop_cause === 'invariant')) return 'stopped';
      return nonce === null && delisted.has(coin) ? 'delisted' : null;
    };
    for (const withdrawal of signing) {
      const obstacle = obstacleOf(withdrawal);
      if (obstacle !== null && withdrawal.reason !== obstacle)
        await db.transaction().execute((trx) => waitFor(trx, idOf(withdrawal.withdrawal_no), obstacle));
    }
    return signing.filter((withdrawal) => obstacleOf(withdrawal) === null);
  }

  /** A review that operators did not end: one of yesterday's sum goes on by itself, and expired approvals begin again. */
  async function reviewed(withdrawal: StoredWithdrawal): Promise<void> {
    const { withdrawal_no, reason } = withdrawal;
    const nowMs = deps.now();
    if (reason === 'limit' && isAutomatic(withdrawal) && isOfEarlierDay(withdrawal, nowMs))
      await db.transaction().execute(async (trx) => {
        const no = idOf(withdrawal_no);
        // The item is locked before the withdrawal, as operators and owners do.
        await deps.reviews.withdraw(trx, withdrawalReviewName, subjectOf(no));
        await move(trx, no, ['review'], 'signing', nowMs);
      });
    else if (isRoundOver(withdrawal, nowMs))
      await db.transaction().execute((trx) => renewRound(trx, deps.reviews, withdrawal, nowMs));
  }

  /** True for an amount that is paid without a review. */
  function isAutomatic({ coin, asset_id, amount, fee }: StoredWithdrawal): boolean {
    const { scale } = deps.catalogues.current().assetById(asset_id);
    const automatic = parseDecimal(termsOf(coin)?.automatic ?? '0', scale) ?? 0n;
    return BigInt(amount) + BigInt(fee) <= automatic;
  }

  /** The published rules: a hold, an address that failed before or an amount above the automatic one leads to a review, all else is paid. */
  async function passes(
    withdrawal: StoredWithdrawal,
    mayGo: (userId: number) => Promise<boolean>,
  ): Promise<boolean> {
    const reason = !(await mayGo(idOf(withdrawal.user_id)))
      ? 'hold'
      : !isAutomatic(withdrawal)
        ? 'amount'
        : (await hasFailed(deps, withdrawal))
          ? 'failedBefore'
          : null;
    if (reason === null) return true;
    await db
      .transaction()
      .execute((trx) => toReview(trx, deps.reviews, withdrawal, 'checks', reason, deps.now()));
    return false;
  }

  return { round, isIdle };
}
