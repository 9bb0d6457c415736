import type { stakingDeskCalls } from '@candor/api';
import type { CloseStakingOffer, FundStaking, OfferStaking } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { MAX_CYCLE_DAYS, MAX_DAILY_PPM } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';
import { type DeskDeps, type DeskHandlers, proposeCommand } from '../../operators/operator/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import { closingDetails, timeText } from './desk-four-eyes.ts';
import { readStaking } from './desk-reader.ts';

export { stakingFourEyes } from './desk-four-eyes.ts';

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;
const PPM = 1_000_000;

function ppmOf(percent: string, field: string, most: number): number {
  const ppm = parseDecimal(percent, PPM_SCALE);
  if (ppm === null || ppm > BigInt(most)) throw new Refusal('AMOUNT_INVALID', { field });
  return Number(ppm);
}

/**
 * Staking, as operators meet it: offers for later orders, and the pools that pay. An offer never changes, and nothing here
 * reaches an open order. Everything waits for a second operator.
 */
export function stakingDesk({
  proposals,
  core,
  catalogues,
  now,
}: DeskDeps): DeskHandlers<typeof stakingDeskCalls> {
  /** @throws Refusal UNKNOWN_COIN */
  function assetOf(id: number) {
    const asset = catalogues.current().assets.find(({ assetId }) => assetId === id);
    if (asset === undefined) throw new Refusal('UNKNOWN_COIN');
    const units = (text: string, field: string): Amount => {
      const value = parseDecimal(text, asset.scale);
      if (value === null) throw new Refusal('AMOUNT_INVALID', { field });
      return value as Amount;
    };
    const shown = (amount: Amount) => formatDecimalTrimmed(amount, asset.scale);
    return { coin: asset.code, units, shown };
  }

  return {
    getOperatorStaking: () => readStaking({ core, catalogues, now }),
    async offerStaking({ session, params: { assetId }, body, idempotencyKey }) {
      const { coin, units, shown } = assetOf(assetId);
      const { cycleDays, opensTime, reason } = body;
      if (cycleDays > MAX_CYCLE_DAYS) throw new Refusal('INVALID_INPUT', { field: 'cycleDays' });
      const command: OfferStaking = {
        type: 'offerStaking',
        assetId,
        dailyPpm: ppmOf(body.dailyPercent, 'dailyPercent', MAX_DAILY_PPM),
        cycleDays,
        exitPpm: ppmOf(body.exitPercent, 'exitPercent', PPM),
        minAmount: units(body.minAmount, 'minAmount'),
        maxAmount: units(body.maxAmount, 'maxAmount'),
        userCapAmount: units(body.userLimit, 'userLimit'),
        capAmount: units(body.capacity, 'capacity'),
        opensMs: opensTime ?? 0,
        reason,
      };
      const after = {
        coin,
        daily: `${ppmPercent(command.dailyPpm)}%`,
        days: String(cycleDays),
        exit: `${ppmPercent(command.exitPpm)}%`,
        least: shown(command.minAmount),
        most: shown(command.maxAmount),
        user: shown(command.userCapAmount),
        all: shown(command.capAmount),
        opens: timeText(opensTime),
      };
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async closeStakingOffer({ session, params: { offerId }, body, idempotencyKey }) {
      const { closesTime, reason } = body;
      const offer = await core.ask('stakingOffer', offerId);
      if (offer === null) throw new Refusal('STAKING_OFFER_UNKNOWN');
      const command: CloseStakingOffer = {
        type: 'closeStakingOffer',
        offerId,
        closesMs: closesTime ?? 0,
        reason,
      };
      const { code } = catalogues.current().assetById(offer.assetId);
      const after = closingDetails(offerId, code, timeText(closesTime));
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async fundStaking({ session, params: { assetId }, body, idempotencyKey }) {
      const { coin, units } = assetOf(assetId);
      const { direction, source, reason } = body;
      // what is taken back goes to the house's own account alone
      if (direction === 'take' && source === 'practice')
        throw new Refusal('INVALID_INPUT', { field: 'source' });
      const amount = units(body.amount, 'amount');
      const command: FundStaking = {
        type: 'fundStaking',
        assetId,
        fromUserId: source === 'practice' ? 0 : HOUSE_USER_ID,
        amount: (direction === 'take' ? -amount : amount) as Amount,
        reason,
      };
      const shown = amountText(catalogues.current(), assetId, command.amount);
      return proposeCommand(proposals, session, command, { coin, amount: shown, source }, idempotencyKey);
    },
  };
}
