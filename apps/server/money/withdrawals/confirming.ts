import { BANK_NETWORK, type ConfirmChannel } from '@candor/api';
import { formatDecimalTrimmed } from '@candor/money';
import { type Db, idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import type { CodeFlow, Codes, SentCode } from '../../gateway/codes/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import type { Factors, GuessContext } from '../../users/factors/index.ts';
import { orHalt } from '../halts/index.ts';
import { endKey, move } from './clock.ts';
import { ownWithdrawal, type StoredWithdrawal } from './rows.ts';
import type { AddressState, UserState } from './standing.ts';

export interface ConfirmingDeps {
  readonly db: Db;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly factors: Pick<Factors, 'user' | 'antiPhishing' | 'freezes' | 'guesses'>;
  /** Null in a process that sends no codes. */
  readonly codes: Codes | null;
  readonly messages: Pick<Messages, 'isOpen'>;
  readonly now: () => number;
}

/** Facts that decide if an address must be confirmed, and how. */
export interface ConfirmFacts {
  readonly user: Pick<UserState, 'email' | 'phone'>;
  readonly address: Pick<AddressState, 'known'>;
}

/** A signed-in request for a code. Its address and its device have limits of their own. */
export interface CodeAsker extends GuessContext {
  readonly ip: string;
}

/** First-used addresses: their owner confirms each by a code of a message that names the address. */
export interface Confirming {
  /**
   * Returns how a withdrawal to this address must be confirmed; null for one that was paid or confirmed before, for a
   * bank card, and for an account without mail and phone: there the step-up of the request, which is bound to the
   * address, is the confirmation.
   */
  neededFor(userId: number, network: string, address: string): Promise<ConfirmChannel | null>;
  /** The same for an address on a chain, by what was read of it and of the user. */
  channelOf(facts: ConfirmFacts): ConfirmChannel | null;
  /** Sends a code; the earlier one ends. @throws Refusal WITHDRAWAL_CONFIRM_OVER, and those of codes */
  send(asker: CodeAsker, withdrawalNo: number): Promise<SentCode>;
  /**
   * Sends the first code. A request stands although no codes are sent now: its owner asks for one later. One that fails
   * otherwise is sent by a later round.
   */
  sendFirst(asker: CodeAsker, withdrawalNo: number): Promise<void>;
  /** Sends first codes whose door was cut off from them, or could not send them. */
  sendFirsts(): Promise<void>;
  /**
   * Confirms the address, and the withdrawal goes on to its checks. Once more is no error.
   * @throws Refusal WITHDRAWAL_UNKNOWN, WITHDRAWAL_CONFIRM_OVER, STEP_UP_LIMITED, CODE_WRONG
   */
  confirm(guesser: GuessContext, withdrawalNo: number, code: string): Promise<void>;
}

/** A door sends the first code itself within this time. */
const DOOR_MS = 10_000;
const FIRSTS_A_ROUND = 50;

const contactOf = { email: 'email', sms: 'phone' } as const;

export function createConfirming(deps: ConfirmingDeps): Confirming {
  return {
    channelOf: (facts) => channelOf(deps, facts),
    neededFor: (userId, network, address) => neededFor(deps, userId, network, address),
    send: (asker, withdrawalNo) => send(deps, asker.session.userId, withdrawalNo, asker),
    sendFirst: (asker, withdrawalNo) => sendFirst(deps, asker.session.userId, withdrawalNo, asker),
    async sendFirsts() {
      for (const { user_id, withdrawal_no } of await unsentFirsts(deps))
        await sendFirst(deps, idOf(user_id), idOf(withdrawal_no), null);
    },
    confirm: (guesser, withdrawalNo, code) => confirm(deps, guesser, withdrawalNo, code),
  };
}

function channelOf(
  { codes, messages }: ConfirmingDeps,
  { user: { email, phone }, address: { known } }: ConfirmFacts,
): ConfirmChannel | null {
  if (known || codes === null) return null;
  if (email !== null && messages.isOpen('email')) return 'email';
  return phone !== null && messages.isOpen('sms') ? 'sms' : null;
}

async function neededFor(
  deps: ConfirmingDeps,
  userId: number,
  network: string,
  address: string,
): Promise<ConfirmChannel | null> {
  const { db, factors, codes } = deps;
  if (network === BANK_NETWORK || codes === null) return null;
  const earlier = await db
    .selectFrom('withdrawals.withdrawal')
    .select('withdrawal_no')
    .where('user_id', '=', BigInt(userId))
    .where('chain', '=', network)
    .where('address', '=', address)
    .where((row) => row.or([row('state', '=', 'done'), row('confirmed_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  if (earlier !== undefined) return null;
  return channelOf(deps, { user: await factors.user(userId), address: { known: false } });
}

/** The flow of a withdrawal's code, to the contact as it is now. @throws Refusal WITHDRAWAL_CONFIRM_OVER */
async function flowOf(
  { factors, codes, now }: ConfirmingDeps,
  row: StoredWithdrawal,
): Promise<{ readonly codes: Codes; readonly flow: CodeFlow }> {
  const { confirm_by: channel, withdrawal_no, user_id } = row;
  const isOpen = row.state === 'confirming' && row.deadline !== null && row.deadline.getTime() > now();
  if (!isOpen || channel === null || codes === null) throw new Refusal('WITHDRAWAL_CONFIRM_OVER');
  const to = (await factors.user(idOf(user_id)))[contactOf[channel]];
  if (to === null) throw new Refusal('WITHDRAWAL_CONFIRM_OVER');
  return { codes, flow: { browser: `withdrawal:${withdrawal_no}`, purpose: 'withdrawal', channel, to } };
}

/** Sends a code for who asked, or by itself. */
async function send(
  deps: ConfirmingDeps,
  userId: number,
  withdrawalNo: number,
  asker: CodeAsker | null,
): Promise<SentCode> {
  const { db, catalogues, factors } = deps;
  const row = await ownWithdrawal(db, userId, withdrawalNo);
  const { codes, flow } = await flowOf(deps, row);
  const { language } = await factors.user(userId);
  const antiPhishing = await factors.antiPhishing.of(userId);
  const linkNonce = await db.transaction().execute((trx) => factors.freezes.link(trx, userId));
  const { scale } = catalogues.current().assetById(row.asset_id);
  return codes.send({
    ...flow,
    ip: asker?.ip ?? null,
    device: asker === null ? null : await factors.guesses.deviceOf(asker),
    language,
    userId,
    antiPhishing,
    send: 'code',
    linkNonce,
    withdrawal: {
      amount: formatDecimalTrimmed(row.amount + row.fee, scale),
      coin: row.coin,
      network: row.chain,
      address: row.address,
    },
  });
}

async function sendFirst(
  deps: ConfirmingDeps,
  userId: number,
  withdrawalNo: number,
  asker: CodeAsker | null,
): Promise<void> {
  try {
    await send(deps, userId, withdrawalNo, asker);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  await deps.db
    .updateTable('withdrawals.withdrawal')
    .set({ first_code_at: new Date(deps.now()) })
    .where('withdrawal_no', '=', BigInt(withdrawalNo))
    .where('first_code_at', 'is', null)
    .execute();
}

/** Withdrawals whose first code no door sent in its time. */
const unsentFirsts = ({ db, now }: ConfirmingDeps) =>
  db
    .selectFrom('withdrawals.withdrawal')
    .select(['user_id', 'withdrawal_no'])
    .where('state', '=', 'confirming')
    .where('first_code_at', 'is', null)
    .where('requested_at', '<', new Date(now() - DOOR_MS))
    .orderBy('requested_at')
    .limit(FIRSTS_A_ROUND)
    .execute();

async function confirm(
  deps: ConfirmingDeps,
  guesser: GuessContext,
  withdrawalNo: number,
  code: string,
): Promise<void> {
  const { db, factors, now } = deps;
  const row = await ownWithdrawal(db, guesser.session.userId, withdrawalNo);
  if (row.confirmed_at !== null) return;
  const { codes, flow } = await flowOf(deps, row);
  const guess = await factors.guesses.count(guesser);
  await codes.use(flow, code);
  await guess.right();
  await db.transaction().execute(async (trx) => {
    if (!(await move(trx, withdrawalNo, ['confirming'], 'checks', now())))
      throw new Refusal('WITHDRAWAL_CONFIRM_OVER');
    await trx
      .updateTable('withdrawals.withdrawal')
      .set({ confirmed_at: new Date(now()) })
      .where('withdrawal_no', '=', BigInt(withdrawalNo))
      .execute();
  });
}

/** Cancels withdrawals whose owner did not confirm the address in time, and releases what they hold. */
export async function cancelUnconfirmed(
  db: Db,
  promises: Pick<Promises, 'promise'>,
  nowMs: number,
): Promise<void> {
  const late = await db
    .selectFrom('withdrawals.withdrawal')
    .select('withdrawal_no')
    .where('state', '=', 'confirming')
    .where('ended_at', 'is', null)
    .where('halted', 'is', null)
    .where('deadline', '<=', new Date(nowMs))
    .execute();
  for (const { withdrawal_no } of late) {
    const no = idOf(withdrawal_no);
    await orHalt(db, 'withdrawal', no, nowMs, () =>
      db.transaction().execute(async (trx) => {
        if (!(await move(trx, no, ['confirming'], 'cancelled', nowMs, 'unconfirmed'))) return;
        await promises.promise(trx, {
          key: endKey(no),
          userId: 0,
          body: { type: 'releaseWithdrawal', withdrawalNo: no, reason: 'cancelled' },
        });
      }),
    );
  }
}
