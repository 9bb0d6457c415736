import type { otcDeskCalls } from '@candor/api';
import type { SetOtcTerms } from '@candor/kernel';
import { parseDecimal } from '@candor/money';
import { OTC_PRICE_SCALE } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { readAmount } from '../../engine/values/index.ts';
import { type DeskHandlers, proposeCommand } from '../../operators/operator/index.ts';
import type { OtcDeskDeps } from './desk-appeals.ts';
import { methodDetails, otcTermsDetails } from './desk-four-eyes.ts';
import { termsRow } from './rows.ts';

type Handlers = DeskHandlers<typeof otcDeskCalls>;

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;

/** @throws Refusal AMOUNT_INVALID */
function ppmOf(percent: string, field: string): number {
  const ppm = parseDecimal(percent, PPM_SCALE);
  if (ppm === null) throw new Refusal('AMOUNT_INVALID', { field });
  return Number(ppm);
}

/** Terms, rates and methods for orders from now on, and who may trade. Each is proposed. */
export function termsActs({
  proposals,
  core,
  catalogues,
  otc,
}: OtcDeskDeps): Pick<Handlers, 'setOtcTerms' | 'setOtcCurrency' | 'setOtcMethod' | 'setOtcTrader'> {
  return {
    async setOtcTerms({ session, body, idempotencyKey }) {
      const { makerFeePercent, bandPercent, newValue, deposit, effectiveTime, reason, ...numbers } = body;
      const { terms: standing } = await core.ask('otcBoard');
      const { assetId, scale } = catalogues.current().asset('USDT');
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
