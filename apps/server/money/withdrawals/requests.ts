import { BANK_NETWORK, type ConfirmChannel, type WithdrawalRow } from '@candor/api';
import { JournalError } from '@candor/journal';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { sql } from 'kysely';
import { type Db, idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { allFulfilled, inBatches } from '../../base/work/batches.ts';
import { errorKeyOfRejection, refuseLate } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import { usdtValue, valuingSymbols } from '../../engine/values/index.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import type { ListedChain } from '../chains/index.ts';
import type { AskedWithdrawal } from './asked.ts';
import type { BankPayouts } from './bank-payouts.ts';
import { createCancelling } from './cancelling.ts';
import { holdKey, moveAll, moveHeld } from './clock.ts';
import type { Confirming } from './confirming.ts';
import { refusalOfHold, settleHold } from './holding.ts';
import { type DailyLimits, LEAST_DAILY_USDT } from './limits.ts';
import { feesOf, readRequest } from './reading.ts';
import { type StoredWithdrawal, showRow, showRows } from './rows.ts';
import type { PayloadId } from './sealed.ts';
import { createStanding } from './standing.ts';
import { takenToday } from './taken.ts';
import { APPROVERS_NEEDED, deadlineMs } from './terms.ts';
import { createWriting, type WithdrawalSource } from './writing.ts';

export interface RequestsDeps {
  readonly db: Db;
  readonly core: CoreLink;
  readonly outbox: Outbox;
  readonly catalogues: CatalogueFollower;
  readonly chains: readonly ListedChain[];
  readonly reviews: Pick<Reviews, 'withdraw' | 'isInHand' | 'isOpen'>;
  readonly payouts: Pick<BankPayouts, 'read' | 'begin'>;
  readonly limits: DailyLimits;
  readonly confirming: Pick<Confirming, 'channelOf'>;
  readonly now: () => number;
}

/** Withdrawals that one statement takes to their checks. */
const MOST_MOVED = 50;

/** Requests and cancels withdrawals of users. */
export function createRequests(deps: RequestsDeps) {
  const { db, core, outbox, catalogues, chains, reviews, payouts, limits, confirming, now } = deps;

  const write = createWriting({ db, promises: outbox, now });
  const cancel = createCancelling({ db, outbox, reviews, now });
  /** Returns when one went on to its checks; null where something else moved it. */
  const toChecks = inBatches<number, number | null>({
    most: MOST_MOVED,
    atOnce: 1,
    async run(nos) {
      const heldMs = now();
      const moved = await moveAll(db, nos, 'requested', 'checks', heldMs);
      return allFulfilled(nos.map((no) => (moved.has(no) ? heldMs : null)));
    },
  });

  const standingOf = createStanding(db, now);
  const read = (userId: number, request: AskedWithdrawal) =>
    readRequest({ catalogues, chains, payouts, confirming, standingOf, now }, userId, request);

  /** True while the wallet of a chain waits for two operators. */
  async function isStopped(chain: string): Promise<boolean> {
    const wallet = await db
      .selectFrom('withdrawals.wallet')
      .select('stopped')
      .where('chain', '=', chain)
      .executeTakeFirst();
    return wallet !== undefined && wallet.stopped !== null;
  }

  /** True where operators can sign what is above the automatic amount. */
  async function isReviewed(chain: string): Promise<boolean> {
    const wallet = await db
      .selectFrom('withdrawals.wallet')
      .select('approvers')
      .where('chain', '=', chain)
      .executeTakeFirst();
    return (wallet?.approvers ?? 0) >= APPROVERS_NEEDED;
  }

  /** The fee at cost, in base units of the ledger; null while no fresh estimate is there or the wallet is stopped. */
  async function currentFee(chain: string, coin: string): Promise<bigint | null> {
    const { network } = await standingOf({ userId: 0, target: { chain, coin, address: '' } });
    return feesOf(network, now())[0] ?? null;
  }

  /** Rewards of mining that a user has in an asset. */
  async function rewardsOf(userId: number, assetId: number): Promise<bigint> {
    const { rewards } = await core.ask('miningOf', userId);
    return rewards.find((each) => each.assetId === assetId)?.amount ?? 0n;
  }

  async function own(userId: number, withdrawalNo: number): Promise<WithdrawalRow> {
    const row = await db
      .selectFrom('withdrawals.withdrawal')
      .selectAll()
      .where('withdrawal_no', '=', BigInt(withdrawalNo))
      .where('user_id', '=', BigInt(userId))
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('WITHDRAWAL_UNKNOWN');
    const [shown] = await showRows({ db, chains, catalogue: catalogues.current(), now }, [row]);
    return shown!;
  }

  return {
    currentFee,
    isReviewed,
    isStopped,
    takenToday: (userId: number) => takenToday(db, userId, now()),
    /** Sums of what left a user or is about to, fees included, by coin, in base units of the ledger. */
    async withdrawn(userId: number) {
      const rows = await db
        .selectFrom('withdrawals.withdrawal')
        .select(['coin', sql<string>`sum(amount + fee)`.as('sum')])
        .where('user_id', '=', BigInt(userId))
        .where('state', 'not in', ['rejected', 'cancelled'])
        .groupBy('coin')
        .execute();
      return rows.map(({ coin, sum }) => ({ coin, deposited: 0n, withdrawn: BigInt(sum) }));
    },
    own,
    /** Looks at a request before factors are asked for. @throws Refusal */
    async check(userId: number, request: AskedWithdrawal): Promise<void> {
      await read(userId, request);
    },
    /**
     * Writes the request and promises the hold in one transaction, with the entry of the answer, and resolves when the
     * ledger holds it. @throws Refusal INSUFFICIENT_BALANCE, WITHDRAWAL_DEPOSIT_TAKEN_BACK, and as `check`
     */
    async request(
      userId: number,
      request: AskedWithdrawal,
      enter: EnterAnswer,
      payload: PayloadId | null = null,
      source: WithdrawalSource = 'spot',
    ): Promise<WithdrawalRow> {
      const { asset, network, address, fee, arrives, confirmBy } = await read(userId, request);
      const { assets } = catalogues.current();
      const symbols = valuingSymbols(catalogues.current(), [asset]);
      const { amounts, lacking, prices } = await core.ask('withdrawable', userId, [asset.assetId], symbols);
      if ((lacking[0] ?? 0n) > 0n) throw new Refusal('WITHDRAWAL_DEPOSIT_TAKEN_BACK', { field: 'amount' });
      const free = source === 'spot' ? (amounts[0] ?? 0n) : await rewardsOf(userId, asset.assetId);
      if (free < arrives + fee) throw new Refusal('INSUFFICIENT_BALANCE', { field: 'amount' });
      const value = usdtValue(catalogues.current(), asset, arrives + fee, prices);
      if (value === null) throw new Refusal('INDEX_STALE');
      const usdt = assets.find(({ code }) => code === 'USDT')!;
      refuseLate(now());
      const writeWithin = (limitUsdt: string) =>
        write({
          userId,
          asset,
          network,
          address,
          fee,
          arrives,
          value,
          confirmBy,
          payload,
          source,
          limit: parseDecimal(limitUsdt, usdt.scale)!,
          begin: enter.begin,
          enter: (trx, row) => enter(trx, shown(row, [stepOf(row, row.requested_at)])),
        });
      // Nobody's limit is lower than this one: only what is above it depends on level and tier.
      let { left, row } = await writeWithin(LEAST_DAILY_USDT);
      if (row === null) {
        const { usdt: limitUsdt } = await limits.of(userId);
        if (limitUsdt !== LEAST_DAILY_USDT) ({ left, row } = await writeWithin(limitUsdt));
        if (row === null)
          throw new Refusal('WITHDRAWAL_DAILY_LIMIT', {
            field: 'amount',
            details: {
              left: formatDecimalTrimmed(left < 0n ? 0n : left, usdt.scale),
              limit: limitUsdt,
            },
          });
      }
      const withdrawalNo = idOf(row.withdrawal_no);
      const hold = await outbox.deliver(holdKey(withdrawalNo));
      if (hold.rejection !== null && refusalOfHold(hold.rejection) !== null) {
        const refusal = new Refusal(errorKeyOfRejection(hold.rejection), { field: 'amount' });
        await db.transaction().execute(async (trx) => {
          await settleHold(trx, row, hold, now());
          await enter(trx, refusal);
        });
        throw refusal;
      }
      const heldMs = await goOn(withdrawalNo, network, confirmBy);
      if (heldMs === null) return own(userId, withdrawalNo);
      const held = heldRow(row, confirmBy, heldMs);
      return shown(held, [stepOf(row, row.requested_at), stepOf(held, new Date(heldMs))]);
    },
    /** Cancels what is not signed, and shows it. @throws Refusal */
    async cancel(userId: number, withdrawalNo: number): Promise<WithdrawalRow> {
      await cancel(userId, withdrawalNo);
      return own(userId, withdrawalNo);
    },
    /**
     * Shows a withdrawal to a retry of its request as it stands. One that the ledger was not asked for yet, since the door of
     * the first attempt was cut off, is held first.
     */
    async repeat(userId: number, withdrawalNo: number): Promise<WithdrawalRow> {
      const before = await own(userId, withdrawalNo);
      if (before.state !== 'requested') return before;
      const confirm_by = before.confirmBy;
      try {
        const hold = await outbox.deliver(holdKey(withdrawalNo));
        if (refusalOfHold(hold.rejection) === null) await goOn(withdrawalNo, before.network, confirm_by);
        else
          await db
            .transaction()
            .execute((trx) =>
              settleHold(trx, { withdrawal_no: BigInt(withdrawalNo), confirm_by }, hold, now()),
            );
      } catch (error) {
        // The ledger is away: the promise of the hold is kept, and its deliverer goes on.
        if (!(error instanceof JournalError)) throw error;
      }
      return own(userId, withdrawalNo);
    },
  };

  function shown(row: StoredWithdrawal, steps: readonly Step[]): WithdrawalRow {
    return showRow({ chains, catalogue: catalogues.current(), now }, row, steps, null);
  }

  /** Takes a withdrawal that is held on. Returns when; null for one that something else moved, or a bank's. */
  async function goOn(
    withdrawalNo: number,
    network: string,
    confirmBy: ConfirmChannel | null,
  ): Promise<number | null> {
    if (network !== BANK_NETWORK && confirmBy === null) return toChecks(withdrawalNo);
    const heldMs = now();
    return db.transaction().execute(async (trx) => {
      const isMoved = await moveHeld(trx, withdrawalNo, confirmBy, heldMs);
      if (isMoved && network === BANK_NETWORK) await payouts.begin(trx, withdrawalNo);
      return isMoved && network !== BANK_NETWORK ? heldMs : null;
    });
  }
}

/** A withdrawal as `moveHeld` leaves it. */
function heldRow(row: StoredWithdrawal, confirmBy: ConfirmChannel | null, nowMs: number): StoredWithdrawal {
  const state = confirmBy === null ? 'checks' : 'confirming';
  return {
    ...row,
    state,
    reason: confirmBy === null ? null : 'newAddress',
    deadline: new Date(deadlineMs(state, nowMs)!),
  };
}

type Step = Parameters<typeof showRow>[2][number];

const stepOf = ({ state, reason }: StoredWithdrawal, at: Date): Step => ({ state, reason, at });

export type Requests = ReturnType<typeof createRequests>;
