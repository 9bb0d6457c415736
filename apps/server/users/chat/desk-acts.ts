import type { OperatorActs, SupportRow } from '@candor/api';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { NewEntry, Operator, OperatorRoom } from '../../operators/operator/index.ts';
import { supportShown, userOf } from './desk-rows.ts';
import type { Hint } from './hints.ts';
import { type ConversationRow, isInHand, locked } from './rows.ts';
import type { Chat } from './types.ts';

/** Shared by the handlers of support’s desk. */
export interface SupportDesk extends Pick<OperatorRoom, 'db' | 'log'> {
  readonly chat: Chat;
  readonly now: () => number;
}

type SupportAct = Extract<keyof OperatorActs, `${string}Support`>;

/** An act on a conversation, as the log enters it. */
interface Entry {
  readonly operator: Operator;
  readonly action: SupportAct;
  readonly row: ConversationRow;
  /** Details beside the number of the conversation and the user. */
  readonly more?: { readonly message?: string; readonly to?: string; readonly until?: string };
}

/** Reported to the parties of a conversation once an act on it stands. */
export type ActHint = Pick<Hint, 'number'> & { readonly event: 'message' | 'state' };

export const authorOf = ({ operatorId, name }: Operator) =>
  ({ author: 'operator', operatorId, operator: name }) as const;

/** The conversation with support of a number. @throws Refusal NOT_FOUND */
export async function supportRow(db: Db, id: number): Promise<ConversationRow> {
  const row = await db
    .selectFrom('chat.conversation')
    .selectAll()
    .where('chat_id', '=', BigInt(id))
    .where('kind', '=', 'support')
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

/** Enters an act in the operators’ log. */
export async function enter(
  { log, now }: SupportDesk,
  trx: Trx,
  { operator, action, row, more = {} }: Entry,
): Promise<void> {
  const user = await userOf(trx, idOf(row.chat_id));
  await log.append(trx, {
    timeMs: now(),
    operator: operator.name,
    action,
    details: { chat: String(row.chat_id), user: user === null ? '-' : String(user), ...more },
  } as NewEntry<SupportAct>);
}

/** The row of a conversation as the desk shows it. @throws Refusal NOT_FOUND */
export const shownRow = async (
  { db, now }: SupportDesk,
  operator: Operator,
  id: number,
): Promise<SupportRow> => supportShown(operator, await supportRow(db, id), await userOf(db, id), now());

/** Locks a conversation with support. @throws Refusal NOT_FOUND */
export async function lockSupport(trx: Trx, id: number): Promise<ConversationRow> {
  await supportRow(trx, id);
  return locked(trx, id);
}

/** Locks one that the operator has in hand. @throws Refusal NOT_FOUND, SUPPORT_NOT_IN_HAND */
export async function lockInHand(
  { now }: SupportDesk,
  trx: Trx,
  operator: Operator,
  id: number,
): Promise<ConversationRow> {
  const row = await lockSupport(trx, id);
  if (Number(row.operator_id) !== operator.operatorId || !isInHand(row, now()))
    throw new Refusal('SUPPORT_NOT_IN_HAND');
  return row;
}

/** @throws Refusal SUPPORT_UNSEEN where the user wrote what the operator has not read */
export async function refuseUnseen(trx: Trx, row: ConversationRow, seen: number): Promise<void> {
  const newer = await trx
    .selectFrom('chat.message')
    .select('number')
    .where('chat_id', '=', row.chat_id)
    .where('number', '>', seen)
    .where('author', 'in', ['user', 'guest'])
    .executeTakeFirst();
  if (newer !== undefined) throw new Refusal('SUPPORT_UNSEEN');
}

export const change = (trx: Trx, row: ConversationRow, set: Partial<Record<string, unknown>>) =>
  trx
    .updateTable('chat.conversation')
    .set(set as never)
    .where('chat_id', '=', row.chat_id)
    .execute();

/** Runs an act on a conversation, notifies its parties, and answers its row. An act that changes nothing returns null. */
export async function act(
  desk: SupportDesk,
  operator: Operator,
  id: number,
  run: (trx: Trx) => Promise<ActHint | null>,
): Promise<SupportRow> {
  const hint = await desk.db.transaction().execute((trx) => {
    refuseLate(desk.now());
    return run(trx);
  });
  if (hint !== null) await desk.chat.tell({ chatId: id, ...hint, by: null });
  return shownRow(desk, operator, id);
}
