import { BANK_NETWORK, type ConfirmChannel, type WithdrawalRow } from '@candor/api';
import { JournalError } from '@candor/journal';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { type Db, idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection, noteWritten, refuseLate } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import { usdtValue, valuingSymbols } from '../../engine/values/index.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { ListedChain } from '../chains/index.ts';
import type { AskedWithdrawal, ReadRequest } from './asked.ts';
import type { BankPayouts } from './bank-payouts.ts';
import { holdKey, moveHeld } from './clock.ts';
import { refusalOfHold, settleHold } from './holding.ts';
import { type DailyLimits, LEAST_DAILY_USDT } from './limits.ts';
import type { readRequest } from './reading.ts';
import { ownWithdrawal, type StoredWithdrawal, showRow, showRows } from './rows.ts';
import type { PayloadId } from './sealed.ts';
import { deadlineMs } from './terms.ts';
import type { createWriting, WithdrawalSource, Write } from './writing.ts';

/** Services that take a request to the ledger and on to its checks. */
export interface RequestDesk {
  readonly db: Db;
  readonly core: CoreLink;
  readonly outbox: Outbox;
  readonly catalogues: CatalogueFollower;
  readonly chains: readonly ListedChain[];
  readonly payouts: Pick<BankPayouts, 'begin'>;
  readonly limits: DailyLimits;
  /** Looks at a request before anything is written. @throws Refusal */
  readonly read: (userId: number, request: AskedWithdrawal) => ReturnType<typeof readRequest>;
  readonly write: ReturnType<typeof createWriting>;
  /** Returns when one went on to its checks; null where something else moved it. */
  readonly toChecks: (withdrawalNo: number) => Promise<number | null>;
  readonly now: () => number;
}

interface RequestMade {
  readonly userId: number;
  readonly request: AskedWithdrawal;
  readonly enter: EnterAnswer;
  readonly payload: PayloadId | null;
  readonly source: WithdrawalSource;
}

/**
 * Writes the request and promises the hold in one transaction, with the entry of the answer, and resolves when the
 * ledger holds it. @throws Refusal INSUFFICIENT_BALANCE, WITHDRAWAL_DEPOSIT_TAKEN_BACK, and as `read`
 */
export async function makeRequest(
  desk: RequestDesk,
  { userId, request, enter, payload, source }: RequestMade,
): Promise<WithdrawalRow> {
  const { db, outbox, now } = desk;
  const asked = await desk.read(userId, request);
  const { network, confirmBy } = asked;
  const value = await worthOfFree(desk, userId, source, asked);
  refuseLate(now());
  const row = await writeWithinLimit(desk, {
    ...asked,
    userId,
    value,
    payload,
    source,
    begin: enter.begin,
    enter: (trx, written) => enter(trx, shown(desk, written, [stepOf(written, written.requested_at)])),
  });
  // the batch that wrote it belongs to whoever began it
  noteWritten();
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
  const heldMs = await goOn(desk, withdrawalNo, network, confirmBy);
  if (heldMs === null) return ownRow(desk, userId, withdrawalNo);
  const held = heldRow(row, confirmBy, heldMs);
  return shown(desk, held, [stepOf(row, row.requested_at), stepOf(held, new Date(heldMs))]);
}

/**
 * Shows a withdrawal to a retry of its request as it stands. One that the ledger was not asked for yet, since the door of
 * the first attempt was cut off, is held first.
 */
export async function repeatRequest(
  desk: RequestDesk,
  userId: number,
  withdrawalNo: number,
): Promise<WithdrawalRow> {
  const { db, outbox, now } = desk;
  const before = await ownRow(desk, userId, withdrawalNo);
  if (before.state !== 'requested') return before;
  const confirm_by = before.confirmBy;
  try {
    const hold = await outbox.deliver(holdKey(withdrawalNo));
    if (refusalOfHold(hold.rejection) === null) await goOn(desk, withdrawalNo, before.network, confirm_by);
    else
      await db
        .transaction()
        .execute((trx) => settleHold(trx, { withdrawal_no: BigInt(withdrawalNo), confirm_by }, hold, now()));
  } catch (error) {
    // The ledger is away: the promise of the hold is kept, and its deliverer goes on.
    if (!(error instanceof JournalError)) throw error;
  }
  return ownRow(desk, userId, withdrawalNo);
}

/** A withdrawal of a user as it stands. @throws Refusal WITHDRAWAL_UNKNOWN */
export async function ownRow(
  { db, chains, catalogues, now }: Pick<RequestDesk, 'db' | 'chains' | 'catalogues' | 'now'>,
  userId: number,
  withdrawalNo: number,
): Promise<WithdrawalRow> {
  const row = await ownWithdrawal(db, userId, withdrawalNo);
  const [shown] = await showRows({ db, chains, catalogue: catalogues.current(), now }, [row]);
  return shown!;
}

/**
 * Requires that a user has what leaves, and returns its worth in base units of USDT.
 * @throws Refusal WITHDRAWAL_DEPOSIT_TAKEN_BACK, INSUFFICIENT_BALANCE, INDEX_STALE
 */
async function worthOfFree(
  { core, catalogues }: RequestDesk,
  userId: number,
  source: WithdrawalSource,
  { asset, arrives, fee }: ReadRequest,
): Promise<bigint> {
  const symbols = valuingSymbols(catalogues.current(), [asset]);
  const { amounts, lacking, prices } = await core.ask('withdrawable', userId, [asset.assetId], symbols);
  if ((lacking[0] ?? 0n) > 0n) throw new Refusal('WITHDRAWAL_DEPOSIT_TAKEN_BACK', { field: 'amount' });
  const free = source === 'spot' ? (amounts[0] ?? 0n) : await rewardsOf(core, userId, asset.assetId);
  if (free < arrives + fee) throw new Refusal('INSUFFICIENT_BALANCE', { field: 'amount' });
  const value = usdtValue(catalogues.current(), asset, arrives + fee, prices);
  if (value === null) throw new Refusal('INDEX_STALE');
  return value;
}

/** Rewards of mining that a user has in an asset. */
async function rewardsOf(core: CoreLink, userId: number, assetId: number): Promise<bigint> {
  const { rewards } = await core.ask('miningOf', userId);
  return rewards.find((each) => each.assetId === assetId)?.amount ?? 0n;
}

/** Writes a request within the limit of the day. @throws Refusal WITHDRAWAL_DAILY_LIMIT */
async function writeWithinLimit(
  { catalogues, limits, write }: RequestDesk,
  request: Omit<Write, 'limit'>,
): Promise<StoredWithdrawal> {
  const { scale } = catalogues.current().asset('USDT');
  const writeWithin = (limitUsdt: string) => write({ ...request, limit: parseDecimal(limitUsdt, scale)! });
  // Nobody's limit is lower than this one: only what is above it depends on level and tier.
  let { left, row } = await writeWithin(LEAST_DAILY_USDT);
  if (row !== null) return row;
  const { usdt: limitUsdt } = await limits.of(request.userId);
  if (limitUsdt !== LEAST_DAILY_USDT) ({ left, row } = await writeWithin(limitUsdt));
  if (row !== null) return row;
  throw new Refusal('WITHDRAWAL_DAILY_LIMIT', {
    field: 'amount',
    details: {
      left: formatDecimalTrimmed(left < 0n ? 0n : left, scale),
      limit: limitUsdt,
    },
  });
}

/** Takes a withdrawal that is held on. Returns when; null for one that something else moved, or a bank's. */
async function goOn(
  { db, payouts, toChecks, now }: RequestDesk,
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

function shown(
  { chains, catalogues, now }: RequestDesk,
  row: StoredWithdrawal,
  steps: readonly Step[],
): WithdrawalRow {
  return showRow({ chains, catalogue: catalogues.current(), now }, row, steps, null);
}
