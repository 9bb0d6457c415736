import type { DeskMessage, OperatorOtc, OtcAppealDetail, OtcAppealRow, OtcMethod } from '@candor/api';
import type { OtcOrderView } from '@candor/kernel';
import { formatDecimalTrimmed } from '@candor/money';
import { sql } from 'kysely';
import { idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placed } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import { readFactorChanges } from '../../operators/operator/index.ts';
import { createHolds } from '../../users/factors/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import { appealOf, evidenceOf } from './details.ts';
import { createPeople } from './people.ts';
import type { OtcRoom } from './room.ts';
import { otcEntryOf, priceText } from './rows.ts';
import { readBoard } from './standing.ts';

const PATIENCE_MS = 2_000;

export interface OtcDeskReader {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly kyc: Pick<Kyc, 'checkedPerson'>;
  readonly otc: OtcRoom;
  readonly now: () => number;
}

/** An open order with its appeal. @throws Refusal NOT_FOUND for one that is not appealed now */
export async function appealed({ core }: Pick<OtcDeskReader, 'core'>, orderId: number) {
  const order = await core.ask('otcOrder', orderId);
  if (order?.appeal == null) throw new Refusal('NOT_FOUND');
  return { ...order, appeal: order.appeal };
}

type Appealed = Awaited<ReturnType<typeof appealed>>;

/** True once both have answered, or their time is over. */
export const mayDecide = ({ appeal }: Appealed, nowMs: number): boolean =>
  (!appeal.awaitsBuyer && !appeal.awaitsSeller) || appeal.answerDueMs <= nowMs;

/** Until when the withdrawals of an order's seller are on hold, and why. */
const sellerHolds = ({ otc, now }: Pick<OtcDeskReader, 'now' | 'otc'>, sellerId: number) =>
  createHolds(otc.db, now).current(sellerId);

/**
 * A decision to the buyer moves the seller's coins as a release does, so it waits as one does: whoever took over an account
 * would else have an accomplice win an appeal.
 * @throws Refusal OTC_APPEAL_HELD while the seller's withdrawals are on hold
 */
export async function requireUnheld(
  reader: Pick<OtcDeskReader, 'now' | 'otc'>,
  { sellerId }: Pick<Appealed, 'sellerId'>,
  winner: 'buyer' | 'seller',
): Promise<void> {
  if (winner === 'seller') return;
  const holds = await sellerHolds(reader, sellerId);
  if (holds.length > 0) throw new Refusal('OTC_APPEAL_HELD');
}

async function securityOf(
  reader: OtcDeskReader,
  sellerId: number,
): Promise<OtcAppealDetail['sellerSecurity']> {
  const [holds, factorChanges] = await Promise.all([
    sellerHolds(reader, sellerId),
    readFactorChanges(reader.otc.db, sellerId, reader.now()),
  ]);
  return { holds: holds.map(({ reason, untilMs }) => ({ reason, until: untilMs })), factorChanges };
}

/** Numbers of open proposals by the order that they decide. */
async function proposalsOf({ db }: OtcRoom): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ order_id: string; proposal_id: bigint }>`
    select after::jsonb->>'order' as order_id, proposal_id from operator.proposal
    where act = 'resolveOtcAppeal' and state = 'open'`.execute(db);
  return new Map(rows.map((row) => [Number(row.order_id), idOf(row.proposal_id)]));
}

function appealRow(
  { catalogues, history: _, ...reader }: OtcDeskReader,
  order: Appealed,
  more: {
    readonly reason: OtcAppealRow['reason'];
    readonly proposalId: number | null;
    readonly scale: number;
  },
): OtcAppealRow {
  const catalogue = catalogues.current();
  const { isDecisionLate, ...appeal } = appealOf(order.appeal);
  return {
    orderId: order.orderId,
    coin: catalogue.assetById(order.assetId).code,
    amount: amountText(catalogue, order.assetId, order.amount),
    currency: order.currency,
    total: formatDecimalTrimmed(order.total, more.scale),
    method: order.method as OtcMethod,
    buyerId: order.buyerId,
    sellerId: order.sellerId,
    reason: more.reason,
    openedTime: order.appeal.openedMs,
    ...appeal,
    isLate: isDecisionLate,
    mayDecide: mayDecide(order, reader.now()),
    proposalId: more.proposalId,
  };
}

const isAppealed = (order: OtcOrderView): order is Appealed => order.appeal !== null;

/** The reason that the appeal's opening event names; null for one that the clock opened. */
async function reasonOf({ history }: OtcDeskReader, orderId: number): Promise<OtcAppealRow['reason']> {
  const entries = await history.otc.entries(orderId);
  const opened = entries.find(({ event }) => event.type === 'otcOrderMoved' && event.to === 'appealed');
  if (opened?.event.type !== 'otcOrderMoved' || opened.event.by === 'clock') return null;
  return opened.event.reason as OtcAppealRow['reason'];
}

/** OTC as its desk shows it. */
export async function readDesk(reader: OtcDeskReader): Promise<OperatorOtc> {
  await reader.history.caughtUp(reader.core.status().committedSeq, PATIENCE_MS);
  const [board, { appeals, currencies }, proposals] = await Promise.all([
    readBoard(reader),
    reader.core.ask('otcBoard'),
    proposalsOf(reader.otc),
  ]);
  const rows = appeals.filter(isAppealed).map(async (order) =>
    appealRow(reader, order, {
      reason: await reasonOf(reader, order.orderId),
      proposalId: proposals.get(order.orderId) ?? null,
      scale: currencies.find(({ currency }) => currency === order.currency)?.scale ?? 0,
    }),
  );
  const appealRows = await Promise.all(rows);
  appealRows.sort((a, b) => a.decideDueTime - b.decideDueTime);
  return { ...board, appealRows };
}

async function messagesOf({ otc }: OtcDeskReader, { orderId, buyerId }: Appealed) {
  const rows = await otc.chats.messages(orderId);
  return rows.map((row): OtcAppealDetail['messages'][number] => ({
    id: idOf(row.message_id),
    number: row.number,
    author: row.author === 'operator' ? 'staff' : row.author,
    operator: row.operator,
    content: row.content,
    content_type: row.content_type === 2 ? 2 : 1,
    system: row.author === 'system' ? (row.content as DeskMessage['system']) : null,
    masked: row.is_masked,
    create_time: row.sent_at.getTime(),
    image: row.width === null || row.height === null ? null : { width: row.width, height: row.height },
    by: row.user_id === null ? null : Number(row.user_id) === buyerId ? 'buyer' : 'seller',
  }));
}

async function sidesOf({ core, history, kyc, otc, now }: OtcDeskReader, ids: readonly [number, number]) {
  const { db, masterKey } = otc;
  const people = createPeople({ db, history, masterKey, now });
  const nickname = await people.nicknames(ids);
  const side = async (userId: number): Promise<OtcAppealDetail['buyer']> => {
    const [person, reputation, isMerchant] = await Promise.all([
      kyc.checkedPerson(userId),
      people.reputation(userId),
      core.ask('otcIsMerchant', userId),
    ]);
    return {
      userId,
      nickname: nickname(userId),
      verifiedName: person?.name ?? null,
      released: reputation.released,
      faults: reputation.faults,
      isMerchant,
    };
  };
  const [buyer, seller] = await Promise.all(ids.map(side));
  return { buyer: buyer!, seller: seller! };
}

/** An appeal with all that two operators need to decide it. */
export async function readAppeal(reader: OtcDeskReader, orderId: number): Promise<OtcAppealDetail> {
  const { core, history, catalogues, otc } = reader;
  const order = await appealed(reader, orderId);
  await history.caughtUp(core.status().committedSeq, PATIENCE_MS);
  await otc.rooms.open(order);
  const [record, entries] = await Promise.all([history.otc.order(orderId), history.otc.entries(orderId)]);
  if (record === null) throw new Refusal('UNAVAILABLE');
  const catalogue = catalogues.current();
  const shown = entries.map((entry) => otcEntryOf(catalogue, entry));
  const [places, sellerSecurity, sides, payment, statements, messages, ...more] = await Promise.all([
    placed(history, shown as readonly { readonly seq: number }[]),
    securityOf(reader, order.sellerId),
    sidesOf(reader, [order.buyerId, order.sellerId]),
    otc.rooms.payment(orderId, true),
    otc.statements.of(orderId, evidenceOf(entries)),
    messagesOf(reader, order),
    otc.chats.of(orderId),
    proposalsOf(otc),
    reasonOf(reader, orderId),
    otc.db.selectFrom('otc.words').select('text').where('hash', '=', order.termsHash).executeTakeFirst(),
  ]);
  const [chat, proposals, reason, words] = more;
  const { currencyScale, fee } = record.created;
  const proposalId = proposals.get(orderId) ?? null;
  return {
    ...appealRow(reader, order, { reason, proposalId, scale: currencyScale }),
    state: order.state,
    price: priceText(order.price),
    fee: amountText(catalogue, order.assetId, fee),
    createdTime: order.createdMs,
    paidTime: record.paidMs,
    terms: words?.text ?? '',
    ...sides,
    sellerSecurity,
    payment,
    entries: places as OtcAppealDetail['entries'],
    statementRows: statements.map((row) => ({
      by: row.userId === order.buyerId ? ('buyer' as const) : ('seller' as const),
      text: row.text,
      images: [...row.images],
      evidence: row.evidence,
      time: row.atMs,
    })),
    chatId: chat?.chatId ?? 0,
    messages,
    lastNumber: messages.at(-1)?.number ?? 0,
  };
}
