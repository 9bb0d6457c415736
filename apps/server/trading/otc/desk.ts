import type { otcDeskCalls } from '@candor/api';
import type { ResolveOtcAppeal, SetOtcTerms } from '@candor/kernel';
import { parseDecimal } from '@candor/money';
import { OTC_PRICE_SCALE } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { encodeCommand } from '../../engine/outbox/index.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import {
  actKey,
  type DeskDeps,
  type DeskHandlers,
  type OperatorSession,
  proposeCommand,
} from '../../operators/operator/index.ts';
import type { Chat } from '../../users/chat/index.ts';
import { methodDetails, otcTermsDetails } from './desk-four-eyes.ts';
import { appealed, mayDecide, type OtcDeskReader, readAppeal, readDesk } from './desk-reader.ts';
import { termsRow } from './rows.ts';

export { otcFourEyes } from './desk-four-eyes.ts';

/** Everything that OTC's desk needs beside what desks have. */
export interface OtcDeskNeeds extends OtcDeskReader {
  readonly files: Pick<Files, 'read'>;
  readonly chat: Pick<Chat, 'tell'>;
}

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;

/** @throws Refusal AMOUNT_INVALID */
function ppmOf(percent: string, field: string): number {
  const ppm = parseDecimal(percent, PPM_SCALE);
  if (ppm === null) throw new Refusal('AMOUNT_INVALID', { field });
  return Number(ppm);
}

/**
 * OTC, as operators meet it: terms, rates and methods for orders from now on, and appeals. Nobody here moves a price, an
 * open order's terms or a coin: two operators decide an appeal to one of its two sides, and that is all.
 */
export function otcDesk(deps: Omit<DeskDeps, 'history'> & OtcDeskNeeds): DeskHandlers<typeof otcDeskCalls> {
  const { proposals, operators, touches, core, catalogues, otc, files, chat, now } = deps;
  const { db, log } = operators;

  const asset = (code: string) => catalogues.current().asset(code);

  /** Both sides read that an operator looked. */
  async function noteLook(
    { name, role }: OperatorSession,
    orderId: number,
    act: 'otcAppealViewed' | 'otcPictureViewed',
  ): Promise<void> {
    const { buyerId, sellerId } = await appealed(deps, orderId);
    for (const userId of [buyerId, sellerId])
      await touches.noteVisit({ userId, act, reason: null, operator: { name, role } });
  }

  /** A picture, once the look is an entry of the log and of both accounts. */
  async function picture(session: OperatorSession, orderId: number, fileId: string, named: string) {
    await noteLook(session, orderId, 'otcPictureViewed');
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

  return {
    getOperatorOtc: () => readDesk(deps),
    async getOtcAppeal({ session, params: { orderId } }) {
      await noteLook(session, orderId, 'otcAppealViewed');
      return readAppeal(deps, orderId);
    },
    async getOtcAppealPicture({ session, params: { orderId, image } }) {
      const row = await db
        .selectFrom('otc.statement')
        .select('images')
        .where('order_id', '=', BigInt(orderId))
        .execute();
      if (!row.some(({ images }) => images.includes(image))) throw new Refusal('NOT_FOUND');
      return picture(session, orderId, image, image);
    },
    async getOtcChatPicture({ session, params: { orderId, number } }) {
      const message = await otc.chats.message(orderId, number);
      if (message === null || message.file_id === null) throw new Refusal('NOT_FOUND');
      return picture(session, orderId, message.file_id, String(number));
    },
    async sayInOtcAppeal({ session, params: { orderId }, body: { content }, idempotencyKey: key }) {
      const { buyerId, sellerId, ...order } = await appealed(deps, orderId);
      await otc.rooms.open({ ...order, buyerId, sellerId });
      const hint = await db.transaction().execute(async (trx) => {
        const said = await otc.chats.say(trx, orderId, session, { content, key, timeMs: now() });
        if (said === null) throw new Refusal('NOT_FOUND');
        if (said === 'said') return null;
        refuseLate(now());
        await log.append(trx, {
          timeMs: now(),
          operator: session.name,
          action: 'sayInOtcAppeal',
          details: { order: String(orderId), message: String(said.number) },
        });
        for (const userId of [buyerId, sellerId])
          await touches.note(trx, { userId, act: 'otcAnswered', reason: null, operator: session });
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
    async setOtcTerms({ session, body, idempotencyKey }) {
      const { makerFeePercent, bandPercent, newValue, deposit, effectiveTime, reason, ...numbers } = body;
      const { terms: standing } = await core.ask('otcBoard');
      const { assetId, scale } = asset('USDT');
      const command: SetOtcTerms = {
        type: 'setOtcTerms',
        effectiveMs: effectiveTime,
        reason,
        terms: {
          ...numbers,
          valueAssetId: standing?.terms.valueAssetId ?? assetId,
          makerFeePpm: ppmOf(makerFeePercent, 'makerFeePercent'),
          bandPpm: ppmOf(bandPercent, 'bandPercent'),
          newValue: readAmount(newValue, scale, 'newValue'),
          deposit: readAmount(deposit, scale, 'deposit'),
        },
      };
      const shown = termsRow(catalogues.current(), command.terms);
      const after = otcTermsDetails(shown, new Date(effectiveTime).toISOString());
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async setOtcCurrency({ session, body: { currency, scale, rate, reason }, idempotencyKey }) {
      const units = parseDecimal(rate, OTC_PRICE_SCALE);
      if (units === null || units <= 0n) throw new Refusal('PRICE_INVALID', { field: 'rate' });
      const command = { type: 'setOtcCurrency', currency, scale, rate: units, reason } as const;
      return proposeCommand(proposals, session, command, { currency, rate }, idempotencyKey);
    },
    async setOtcMethod({ session, body: { method, appealAfterMs, isOpen, reason }, idempotencyKey }) {
      const command = { type: 'setOtcMethod', method, appealAfterMs, isOpen, reason } as const;
      const after = methodDetails(method, appealAfterMs, isOpen);
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async setOtcTrader({ session, body: { userId, isAdmitted, reason }, idempotencyKey }) {
      const command = await otc.traders.barring(userId, isAdmitted, reason);
      if (command === null) throw new Refusal('NOT_FOUND', { field: 'userId' });
      const after = { user: String(userId), state: isAdmitted ? 'admitted' : 'barred' };
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
  };
}
