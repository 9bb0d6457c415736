import type { secondsDeskCalls } from '@candor/api';
import { parseDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { ppmPercent } from '../../engine/values/index.ts';
import { type DeskDeps, type DeskHandlers, proposeCommand } from '../../operators/operator/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import { termsDetails } from './desk-four-eyes.ts';
import { createSecondsReader } from './desk-reader.ts';

export { secondsFourEyes } from './desk-four-eyes.ts';

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;

/**
 * Second contracts, as operators meet them: what is offered from now on, how much the pool may owe, whether anything
 * new is opened, and what is added to the pool. Nothing here reaches an open contract. Terms, caps and the pool wait
 * for a second operator; a halt and its end take effect at once.
 */
export function secondsDesk({
  acts,
  proposals,
  core,
  catalogues,
}: DeskDeps): DeskHandlers<typeof secondsDeskCalls> {
  const { read, stakeAssetId, unitsOf, nameOf } = createSecondsReader({ core, catalogues });

  return {
    getOperatorSeconds: () => read(),
    async changeSecondsTerms({ session, params: { symbolId }, body, idempotencyKey }) {
      const { minQuantity, maxQuantity, reason } = body;
      const symbol = nameOf(symbolId);
      const periods = body.periods.map(({ periodSeconds, payoutPercent }) => {
        const ppm = parseDecimal(payoutPercent, PPM_SCALE);
        if (ppm === null) throw new Refusal('SECONDS_TERMS_INVALID');
        return { periodS: periodSeconds, payoutPpm: Number(ppm) };
      });
      periods.sort((a, b) => a.periodS - b.periodS);
      const after = termsDetails(symbol, {
        minQuantity,
        maxQuantity,
        periods: periods.map(({ periodS, payoutPpm }) => ({
          periodSeconds: periodS,
          payoutPercent: ppmPercent(payoutPpm),
        })),
      });
      const command = {
        type: 'changeSecondsTerms',
        symbolId,
        minQuantity,
        maxQuantity,
        periods,
        reason,
      } as const;
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async changeSecondsCap({ session, params: { symbolId }, body: { cap, reason }, idempotencyKey }) {
      const after = { symbol: nameOf(symbolId), cap };
      const command = { type: 'changeSecondsCap', symbolId, cap: await unitsOf(cap), reason } as const;
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async setSecondsUserCap({ session, body: { cap, reason }, idempotencyKey }) {
      const units = cap === null ? null : await unitsOf(cap);
      const command = { type: 'setSecondsUserCap', cap: units, reason } as const;
      return proposeCommand(proposals, session, command, { cap: cap ?? 'none' }, idempotencyKey);
    },
    async setSecondsState({ session, params: { symbolId }, body: { state, reason }, idempotencyKey }) {
      const command = { type: 'setSecondsState', symbolId, state, reason } as const;
      const details = { symbol: nameOf(symbolId), state, reason };
      await acts.perform(session, { action: 'setSecondsState', body: command, details }, idempotencyKey);
      return read();
    },
    async addToSecondsPool({ session, body: { amount, source, reason }, idempotencyKey }) {
      const command = {
        type: 'addToSecondsPool',
        assetId: await stakeAssetId(),
        amount: await unitsOf(amount),
        fromUserId: source === 'practice' ? 0 : HOUSE_USER_ID,
        reason,
      } as const;
      return proposeCommand(proposals, session, command, { amount, source }, idempotencyKey);
    },
  };
}
