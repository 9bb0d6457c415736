import type { OtcOrderDetail, OtcOrderRow, OtcStatement } from '@candor/api';
import type { OtcOrderView } from '@candor/kernel';
import type { OtcEntryRecord, OtcOrderRecord } from '@candor/projections';
import { Refusal } from '../../base/errors/refusal.ts';
import type { PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { OrderChats } from '../../users/chat/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import type { Statements } from './evidence.ts';
import type { People } from './people.ts';
import type { Ratings } from './ratings.ts';
import { otcReceiptOf } from './receipt.ts';
import type { Rooms } from './rooms.ts';
import { otcOrderRowOf } from './rows.ts';

/** Time for which a list waits for the read models. */
const PATIENCE_MS = 2_000;

export interface DetailsDeps {
  readonly core: Pick<CoreLink, 'ask' | 'status'>;
  readonly history: History;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly kyc: Pick<Kyc, 'checkedPerson'>;
  readonly files: Pick<Files, 'link'>;
  readonly people: People;
  readonly rooms: Rooms;
  readonly chats: OrderChats;
  readonly statements: Statements;
  readonly ratings: Ratings;
  readonly words: (termsHash: string) => Promise<string>;
  readonly now: () => number;
}

/** Evidence that events of an order name, in their order. */
export const evidenceOf = (entries: readonly OtcEntryRecord[]): readonly string[] =>
  entries.flatMap(({ event }) => {
    const isNamed = event.type === 'otcAppealStated' || event.type === 'otcOrderMoved';
    return isNamed && event.evidence !== '' ? [event.evidence] : [];
  });

/** Orders as their two sides read them. Neither reads the other's account, contacts, or pictures of an appeal. */
export function createDetails(deps: DetailsDeps) {
  const { history } = deps;
  return {
    recordOf: (userId: number, orderId: number) => recordOf(deps, userId, orderId),
    async list(
      userId: number,
      { isOpen, isMaker }: { readonly isOpen?: boolean | undefined; readonly isMaker?: boolean | undefined },
      { cursor, limit, fromMs, toMs }: PageRequest,
    ) {
      await upToDate(deps);
      const query = { isOpen, isMaker, fromMs: fromMs ?? undefined, toMs: toMs ?? undefined };
      const { rows, next } = await history.otc.orders(userId, query, cursor, limit);
      return { records: await rowsOf(deps, userId, rows), nextCursor: next };
    },
    /** Open orders of a user on own offers, newest first. */
    async openOnOffers(userId: number, limit: number): Promise<OtcOrderRow[]> {
      await upToDate(deps);
      const { rows } = await history.otc.orders(userId, { isOpen: true, isMaker: true }, null, limit);
      return rowsOf(deps, userId, rows);
    },
    one: (userId: number, orderId: number) => detailOf(deps, userId, orderId),
  };
}

export type OtcDetails = ReturnType<typeof createDetails>;

const upToDate = ({ core, history }: DetailsDeps) =>
  history.caughtUp(core.status().committedSeq, PATIENCE_MS);

/** The record of an order of the user. @throws Refusal OTC_ORDER_UNKNOWN, for a stranger as well */
async function recordOf(deps: DetailsDeps, userId: number, orderId: number): Promise<OtcOrderRecord> {
  await upToDate(deps);
  const record = await deps.history.otc.order(orderId);
  const { buyerId, sellerId } = record?.created ?? { buyerId: 0, sellerId: 0 };
  if (record === null || (buyerId !== userId && sellerId !== userId)) throw new Refusal('OTC_ORDER_UNKNOWN');
  return record;
}

async function rowsOf(
  { core, catalogues, people }: DetailsDeps,
  userId: number,
  records: readonly OtcOrderRecord[],
): Promise<OtcOrderRow[]> {
  const { orders } = await core.ask('otcOrders', userId);
  const open = new Map(orders.map((order) => [order.orderId, order]));
  const others = records.map(({ created: { buyerId, sellerId } }) =>
    buyerId === userId ? sellerId : buyerId,
  );
  const nickname = await people.nicknames([...new Set(others)]);
  const catalogue = catalogues.current();
  return records.map((record) =>
    otcOrderRowOf(catalogue, record, {
      userId,
      open: open.get(record.created.orderId) ?? null,
      nickname,
    }),
  );
}

async function detailOf(deps: DetailsDeps, userId: number, orderId: number): Promise<OtcOrderDetail> {
  const { core, history, catalogues, rooms, chats, ratings, now } = deps;
  const record = await recordOf(deps, userId, orderId);
  const { created } = record;
  const { buyerId, sellerId, termsHash } = created;
  const open: OtcOrderView | null = await core.ask('otcOrder', orderId);
  await rooms.open(created);
  const isBuyer = buyerId === userId;
  const otherId = isBuyer ? sellerId : buyerId;
  const [entries, chat] = await Promise.all([history.otc.entries(orderId), chats.of(orderId)]);
  const [payment, other, payer, pair, terms, said, rated] = await Promise.all([
    rooms.payment(orderId, open !== null),
    otherOf(deps, otherId, open !== null),
    isBuyer ? null : payerOf(deps, buyerId),
    history.otc.pairReleased(userId, otherId),
    deps.words(termsHash),
    statementsOf(deps, userId, record, entries),
    ratings.of(orderId, userId, otherId),
  ]);
  if (chat === null) throw new Refusal('OUTCOME_UNKNOWN');
  const [row] = await rowsOf(deps, userId, [record]);
  const receipt = await otcReceiptOf(history, catalogues.current(), { record, entries, userId });
  return {
    ...row!,
    terms,
    other,
    payment,
    payer,
    isFirst: pair === 0,
    ...chat,
    appeal: open?.appeal == null ? null : appealOf(open.appeal),
    statements: said,
    ...rated,
    mayRate: ratings.mayRate(record, entries) && rated.rating === null,
    receipt,
    time: now(),
  };
}

async function statementsOf(
  { statements, files }: DetailsDeps,
  userId: number,
  { created: { orderId, buyerId } }: OtcOrderRecord,
  entries: readonly OtcEntryRecord[],
): Promise<OtcStatement[]> {
  const rows = await statements.of(orderId, evidenceOf(entries));
  return rows.map((row) => {
    const mine = row.userId === userId;
    return {
      by: row.userId === buyerId ? 'buyer' : 'seller',
      mine,
      text: row.text,
      images: row.images.length,
      links: mine ? row.images.map((id) => files.link('customer', id).link) : [],
      evidence: row.evidence,
      time: row.atMs,
    };
  });
}

/** The other side: its verified name only while money may still come or go. */
async function otherOf(
  { people, kyc }: DetailsDeps,
  otherId: number,
  isOpen: boolean,
): Promise<OtcOrderDetail['other']> {
  const [nickname, reputation, person] = await Promise.all([
    people.nicknames([otherId]),
    people.reputation(otherId),
    isOpen ? kyc.checkedPerson(otherId) : null,
  ]);
  return { nickname: nickname(otherId), verifiedName: person?.name ?? null, reputation };
}

async function payerOf({ history }: DetailsDeps, buyerId: number): Promise<OtcOrderDetail['payer']> {
  const { released, sellers, firstMs } = await history.otc.payer(buyerId);
  return { released, sellers, firstTime: firstMs };
}

export const appealOf = ({
  statements,
  awaitsBuyer,
  awaitsSeller,
  answerDueMs,
  decideDueMs,
  isDecisionLate,
}: NonNullable<OtcOrderView['appeal']>) => ({
  statements,
  awaitsBuyer,
  awaitsSeller,
  answerDueTime: answerDueMs,
  decideDueTime: decideDueMs,
  isDecisionLate,
});
