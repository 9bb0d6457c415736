import type { FixedTerms } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { MAX_CYCLE_DAYS, MAX_DAILY_PPM } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { ppmPercent } from '../../engine/values/index.ts';
import {
  type ActDetails,
  assetOf,
  closingDetails,
  fundingOf,
  ppmOf,
  timeText,
} from '../../operators/operator/index.ts';
import type { EarnWords } from './words.ts';

const PPM = 1_000_000;

/** An offer as its desk's form brings it. */
export interface OfferForm {
  readonly dailyPercent: string;
  readonly cycleDays: number;
  readonly exitPercent: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly userLimit: string;
  readonly capacity: string;
  readonly opensTime: number | null;
  readonly reason: string;
}

export interface FundForm {
  readonly amount: string;
  readonly direction: 'add' | 'take';
  readonly source: 'practice' | 'house';
  readonly reason: string;
}

/** Facts of a command that a form brought, and the details by which the log names them. */
interface Read<Facts> {
  readonly facts: Facts;
  readonly after: ActDetails;
}

/** Reads the forms of the desk of any product of orders with a cycle. An offer never changes, and nothing reaches an open order. */
export interface EarnForms {
  offer(
    assetId: number,
    form: OfferForm,
  ): Read<FixedTerms & { readonly opensMs: number; readonly reason: string }>;
  close(
    offerId: number,
    form: { readonly closesTime: number | null; readonly reason: string },
  ): Promise<Read<{ readonly offerId: number; readonly closesMs: number; readonly reason: string }>>;
  fund(
    assetId: number,
    form: FundForm,
  ): Read<{
    readonly assetId: number;
    readonly amount: Amount;
    readonly fromUserId: number;
    readonly reason: string;
  }>;
}

export function earnForms(
  { core, catalogues }: { readonly core: CoreLink; readonly catalogues: CatalogueFollower },
  { product, errors }: Pick<EarnWords, 'product' | 'errors'>,
): EarnForms {
  return {
    offer(assetId, form) {
      const { coin, units, shown } = assetOf(catalogues, assetId);
      const { cycleDays, opensTime, reason } = form;
      if (cycleDays > MAX_CYCLE_DAYS) throw new Refusal('INVALID_INPUT', { field: 'cycleDays' });
      const facts = {
        assetId,
        dailyPpm: ppmOf(form.dailyPercent, 'dailyPercent', MAX_DAILY_PPM),
        cycleDays,
        exitPpm: ppmOf(form.exitPercent, 'exitPercent', PPM),
        minAmount: units(form.minAmount, 'minAmount'),
        maxAmount: units(form.maxAmount, 'maxAmount'),
        userCapAmount: units(form.userLimit, 'userLimit'),
        capAmount: units(form.capacity, 'capacity'),
        opensMs: opensTime ?? 0,
        reason,
      };
      const after = {
        coin,
        daily: `${ppmPercent(facts.dailyPpm)}%`,
        days: String(cycleDays),
        exit: `${ppmPercent(facts.exitPpm)}%`,
        least: shown(facts.minAmount),
        most: shown(facts.maxAmount),
        user: shown(facts.userCapAmount),
        all: shown(facts.capAmount),
        opens: timeText(opensTime),
      };
      return { facts, after };
    },
    async close(offerId, { closesTime, reason }) {
      const offer = await core.ask('earnOffer', product, offerId);
      if (offer === null) throw new Refusal(errors.offerUnknown);
      const { code } = catalogues.current().assetById(offer.assetId);
      return {
        facts: { offerId, closesMs: closesTime ?? 0, reason },
        after: closingDetails(offerId, code, timeText(closesTime)),
      };
    },
    fund(assetId, { direction, source, reason, ...form }) {
      const { coin, units, shown } = assetOf(catalogues, assetId);
      const funding = fundingOf({ direction, source, amount: units(form.amount, 'amount') });
      return {
        facts: { assetId, ...funding, reason },
        after: { coin, amount: shown(funding.amount), source },
      };
    },
  };
}
