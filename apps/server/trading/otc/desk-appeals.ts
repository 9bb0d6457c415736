import type { otcDeskCalls } from '@candor/api';
import type { ResolveOtcAppeal } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { encodeCommand } from '../../engine/outbox/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import {
  actKey,
  type DeskDeps,
  type DeskHandlers,
  type OperatorSession,
} from '../../operators/operator/index.ts';
import type { Chat } from '../../users/chat/index.ts';
import { appealed, mayDecide, type OtcDeskReader, readAppeal } from './desk-reader.ts';

type Handlers = DeskHandlers<typeof otcDeskCalls>;

/** Everything that OTC's desk needs beside what desks have. */
export interface OtcDeskNeeds extends OtcDeskReader {
  readonly files: Pick<Files, 'read'>;
  readonly chat: Pick<Chat, 'tell'>;
}

export type OtcDeskDeps = Omit<DeskDeps, 'history'> & OtcDeskNeeds;

/** Looks at an appeal and its pictures, each of which both sides read. */
export function appealLooks(
  deps: OtcDeskDeps,
): Pick<Handlers, 'getOtcAppeal' | 'getOtcAppealPicture' | 'getOtcChatPicture'> {
  const { operators, otc } = deps;
  return {
    async getOtcAppeal({ session, params: { orderId } }) {
      await noteLook(deps, session, orderId, 'otcAppealViewed');
      return readAppeal(deps, orderId);
    },
    async getOtcAppealPicture({ session, params: { orderId, image } }) {
      const row = await operators.db
        .selectFrom('otc.statement')
        .select('images')
        .where('order_id', '=', BigInt(orderId))
        .execute();
      if (!row.some(({ images }) => images.includes(image))) throw new Refusal('NOT_FOUND');
      return picture(deps, session, { orderId, fileId: image, named: image });
    },
    async getOtcChatPicture({ session, params: { orderId, number } }) {
      const message = await otc.chats.message(orderId, number);
      if (message === null || message.file_id === null) throw new Refusal('NOT_FOUND');
      return picture(deps, session, { orderId, fileId: message.file_id, named: String(number) });
    },
  };
}

/** Messages of operators in an appeal, and the decision that they propose. */
export function appealActs(deps: OtcDeskDeps): Pick<Handlers, 'sayInOtcAppeal' | 'resolveOtcAppeal'> {
  const { proposals, operators, touches, catalogues, otc, chat, now } = deps;
  const { db, log } = operators;
  return {
    async sayInOtcAppeal({ session, params: { orderId }, body: { content }, idempotencyKey: key }) {
      const { buyerId, sellerId, ...order } = await appealed(deps, orderId);
      await otc.rooms.open({ ...order, buyerId, sellerId });
      const hint = await db.transaction().execute(async (trx) => {
        const said = await otc.chats.say(trx, orderId, session, { content, key, timeMs: now() });
        if (said === null) throw new Refusal('NOT_FOUND');
        if (said === 'said') return null;
        refuseLate(now());
        for (const userId of [buyerId, sellerId])
          await touches.note(trx, { userId, act: 'otcAnswered', reason: null, operator: session });
        await log.append(trx, {
          timeMs: now(),
          operator: session.name,
          action: 'sayInOtcAppeal',
          details: { order: String(orderId), message: String(said.number) },
        });
        return said;
      });
      if (hint !== null) await chat.tell(hint);
      return null;
    },
    async resolveOtcAppeal({ session, params: { orderId }, body, idempotencyKey }) {
      const { winner, fault, code, reason } = body;
      const order = await appealed(deps, orderId);
      if (!mayDecide(order, now())) throw new Refusal('OTC_ANSWER_PENDING');
      const command: ResolveOtcAppeal = {
        type: 'resolveOtcAppeal',
        orderId,
        seen: 'appealed',
        winner,
        fault,
        reason: code,
        operators: [session.name],
      };
      const catalogue = catalogues.current();
      const after = {
        order: String(orderId),
        amount: amountText(catalogue, order.assetId, order.amount),
        coin: catalogue.assetById(order.assetId).code,
        winner,
        fault,
        code,
      };
      const proposal = { act: 'resolveOtcAppeal', after, payload: encodeCommand(command), reason } as const;
      const key = actKey('resolveOtcAppeal', session, idempotencyKey);
      return { proposalId: await proposals.propose(session, proposal, key) };
    },
  };
}

/** Both sides read that an operator looked. */
async function noteLook(
  deps: OtcDeskDeps,
  { name, role }: OperatorSession,
  orderId: number,
  act: 'otcAppealViewed' | 'otcPictureViewed',
): Promise<void> {
  const { buyerId, sellerId } = await appealed(deps, orderId);
  for (const userId of [buyerId, sellerId])
    await deps.touches.noteVisit({ userId, act, reason: null, operator: { name, role } });
}

interface Picture {
  readonly orderId: number;
  readonly fileId: string;
  /** The name of the picture in the log. */
  readonly named: string;
}

/** A picture, once the look is an entry of the log and of both accounts. */
async function picture(deps: OtcDeskDeps, session: OperatorSession, { orderId, fileId, named }: Picture) {
  const { operators, files, now } = deps;
  const { db, log } = operators;
  await noteLook(deps, session, orderId, 'otcPictureViewed');
  await db.transaction().execute((trx) =>
    log.append(trx, {
      timeMs: now(),
      operator: session.name,
      action: 'viewOtcPicture',
      details: { order: String(orderId), picture: named },
    }),
  );
  const bytes = await files.read(fileId);
  if (bytes === null) throw new Refusal('NOT_FOUND');
  return { type: 'image/jpeg' as const, base64: bytes.toString('base64') };
}
