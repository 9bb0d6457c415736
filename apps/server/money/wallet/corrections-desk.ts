import { hash } from 'node:crypto';
import type { correctionsDeskCalls } from '@candor/api';
import type { Command } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { decodeCommand, encodeCommand } from '../../engine/outbox/index.ts';
import { readAmount } from '../../engine/values/index.ts';
import {
  actKey,
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
} from '../../operators/operator/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';

type Correction = Extract<Command, { readonly type: 'correctBalance' }>;

/** Hexadecimal digits of a correction's number: 40 bits, which every client reads exactly. */
const NUMBER_DIGITS = 10;

/** The number of a correction, the same for each retry of its proposal. The kernel takes each number once. */
const numberOf = (key: string): number =>
  Number.parseInt(hash('sha256', key).slice(0, NUMBER_DIGITS), 16) + 1;

/**
 * Corrections of users' balances: a double entry from the house's account to the user's, proposed by one operator and
 * approved by another. There is no way to debit a user; a deposit that its chain took back is reversed by what reads
 * the chain.
 */
export function correctionsDesk({
  catalogues,
  proposals,
}: DeskDeps): DeskHandlers<typeof correctionsDeskCalls> {
  return {
    async correctBalance({ session, body: { userId, coin, amount, kind, reason }, idempotencyKey }) {
      const asset = catalogues.current().asset(coin);
      const key = actKey('correctBalance', session, idempotencyKey);
      const command: Correction = {
        type: 'correctBalance',
        correctionNo: numberOf(key),
        accountUserId: userId,
        assetId: asset.assetId,
        amount: readAmount(amount, asset.scale, 'amount'),
        fromUserId: HOUSE_USER_ID,
        reasonCode: kind,
        reason,
      };
      const after = { user: String(userId), coin: asset.code, amount, kind };
      const proposal = { act: 'correctBalance', after, payload: encodeCommand(command), reason } as const;
      return { proposalId: await proposals.propose(session, proposal, key) };
    },
  };
}

/**
 * The act of a correction. The user reads of it where the approval stands, with its reason; so what the kernel would
 * reject is refused before.
 */
export function correctionsFourEyes({
  core,
  touches,
}: Pick<DeskDeps, 'core' | 'touches'>): FourEyesActs<'correctBalance'> {
  return {
    correctBalance: {
      async before(payload) {
        const { accountUserId, assetId, amount } = decodeCommand(payload) as Correction;
        const funds = await core.ask('correctionFunds', accountUserId, HOUSE_USER_ID, assetId);
        if (!funds.hasAccount) throw new Refusal('NOT_FOUND', { field: 'userId' });
        if (funds.available === null || amount > funds.available)
          throw new Refusal('INSUFFICIENT_BALANCE', { field: 'amount' });
        return null;
      },
      effect(payload) {
        const command = decodeCommand(payload) as Correction;
        const { accountUserId: userId, correctionNo, reason } = command;
        return {
          command,
          beside: (trx, operator) =>
            touches.note(trx, { userId, operator, act: 'balanceCorrected', reason, correctionNo }),
        };
      },
    },
  };
}
