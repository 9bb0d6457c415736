import type { WithdrawalRow } from '@candor/api';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { allFulfilled, inBatches } from '../../base/work/batches.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import type { ListedChain } from '../chains/index.ts';
import type { AskedWithdrawal } from './asked.ts';
import type { BankPayouts } from './bank-payouts.ts';
import { createCancelling } from './cancelling.ts';
import { moveAll } from './clock.ts';
import type { Confirming } from './confirming.ts';
import type { DailyLimits } from './limits.ts';
import { feesOf, readRequest } from './reading.ts';
import { makeRequest, ownRow, type RequestDesk, repeatRequest } from './requesting.ts';
import type { PayloadId } from './sealed.ts';
import { createStanding } from './standing.ts';
import { takenToday } from './taken.ts';
import { APPROVERS_NEEDED } from './terms.ts';
import { createWriting, type WithdrawalSource } from './writing.ts';

export interface RequestsDeps {
  readonly db: Db;
  readonly core: CoreLink;
  readonly outbox: Outbox;
  readonly catalogues: CatalogueFollower;
  readonly chains: readonly ListedChain[];
  readonly reviews: Pick<Reviews, 'withdraw' | 'lock'>;
  readonly payouts: Pick<BankPayouts, 'read' | 'begin'>;
  readonly limits: DailyLimits;
  readonly confirming: Pick<Confirming, 'channelOf'>;
  readonly now: () => number;
}

/** Withdrawals that one statement takes to their checks. */
const MOST_MOVED = 50;

/** Requests and cancels withdrawals of users. */
export function createRequests(deps: RequestsDeps) {
  const { db, outbox, catalogues, chains, reviews, payouts, confirming, now } = deps;

  const cancel = createCancelling({ db, outbox, reviews, now });
  const standingOf = createStanding(db, now);
  const desk: RequestDesk = {
    ...deps,
    read: (userId, request) =>
      readRequest({ catalogues, chains, payouts, confirming, standingOf, now }, userId, request),
    write: createWriting({ db, promises: outbox, now }),
    toChecks: createMoving(db, now),
  };

  return {
    /** The fee at cost, in base units of the ledger; null while no fresh estimate is there or the wallet is stopped. */
    async currentFee(chain: string, coin: string): Promise<bigint | null> {
      const { network } = await standingOf({ userId: 0, target: { chain, coin, address: '' } });
      return feesOf(network, now())[0] ?? null;
    },
    isReviewed: (chain: string) => isReviewed(db, chain),
    isStopped: (chain: string) => isStopped(db, chain),
    takenToday: (userId: number) => takenToday(db, userId, now()),
    withdrawn: (userId: number) => withdrawnBy(db, userId),
    own: (userId: number, withdrawalNo: number) => ownRow(desk, userId, withdrawalNo),
    /** Looks at a request before factors are asked for. @throws Refusal */
    async check(userId: number, request: AskedWithdrawal): Promise<void> {
      await desk.read(userId, request);
    },
    /** @throws Refusal, as `makeRequest` */
    request: (
      userId: number,
      request: AskedWithdrawal,
      enter: EnterAnswer,
      payload: PayloadId | null = null,
      source: WithdrawalSource = 'spot',
    ): Promise<WithdrawalRow> => makeRequest(desk, { userId, request, enter, payload, source }),
    /** Cancels what is not signed, and shows it. @throws Refusal */
    async cancel(userId: number, withdrawalNo: number): Promise<WithdrawalRow> {
      await cancel(userId, withdrawalNo);
      return ownRow(desk, userId, withdrawalNo);
    },
    repeat: (userId: number, withdrawalNo: number) => repeatRequest(desk, userId, withdrawalNo),
  };
}

/** Takes those that are held to their checks, several in one statement. */
function createMoving(db: Db, now: () => number): RequestDesk['toChecks'] {
  return inBatches<number, number | null>({
    most: MOST_MOVED,
    atOnce: 1,
    async run(nos) {
      const heldMs = now();
      const moved = await moveAll(db, nos, 'requested', 'checks', heldMs);
      return allFulfilled(nos.map((no) => (moved.has(no) ? heldMs : null)));
    },
  });
}

/** True while the wallet of a chain waits for two operators. */
async function isStopped(db: Db, chain: string): Promise<boolean> {
  const wallet = await db
    .selectFrom('withdrawals.wallet')
    .select('stopped')
    .where('chain', '=', chain)
    .executeTakeFirst();
  return wallet !== undefined && wallet.stopped !== null;
}

/** True where operators can sign what is above the automatic amount. */
async function isReviewed(db: Db, chain: string): Promise<boolean> {
  const wallet = await db
    .selectFrom('withdrawals.wallet')
    .select('approvers')
    .where('chain', '=', chain)
    .executeTakeFirst();
  return (wallet?.approvers ?? 0) >= APPROVERS_NEEDED;
}

/** Sums of what left a user or is about to, fees included, by coin, in base units of the ledger. */
async function withdrawnBy(db: Db, userId: number) {
  const rows = await db
    .selectFrom('withdrawals.withdrawal')
    .select(['coin', sql<string>`sum(amount + fee)`.as('sum')])
    .where('user_id', '=', BigInt(userId))
    .where('state', 'not in', ['rejected', 'cancelled'])
    .groupBy('coin')
    .execute();
  return rows.map(({ coin, sum }) => ({ coin, deposited: 0n, withdrawn: BigInt(sum) }));
}

export type Requests = ReturnType<typeof createRequests>;
