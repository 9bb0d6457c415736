import type { MarketTerms } from './terms.ts';

// apart from the schemas, so that a page that compares terms ships none

/** Units of a value: a percentage, an amount of the terms' coin or of the market's own, a number, a leverage, or yes and no. */
export type TermsUnit = 'percent' | 'coin' | 'base' | 'number' | 'leverage' | 'yes';

const units = {
  minVolume: 'coin',
  makerPercent: 'percent',
  takerPercent: 'percent',
  perpetualMakerPercent: 'percent',
  perpetualTakerPercent: 'percent',
  minNotional: 'coin',
  maxQuantity: 'base',
  maxOpenOrders: 'number',
  priceBandPercent: 'percent',
  floor: 'coin',
  maintenancePercent: 'percent',
  maxLeverage: 'leverage',
  borrowable: 'yes',
  hourlyRatePercent: 'percent',
  collateralPercent: 'percent',
  maxBorrow: 'coin',
  transferPercent: 'percent',
  callPercent: 'percent',
  liquidationPercent: 'percent',
  saleBandPercent: 'percent',
  firstPercent: 'percent',
  secondPercent: 'percent',
  thirdPercent: 'percent',
  capPercent: 'percent',
  minAmount: 'coin',
  dailyPercent: 'percent',
} as const satisfies Readonly<Record<string, TermsUnit>>;

export type TermsField = keyof typeof units;

/** A value of terms. */
export interface TermsValue {
  readonly field: TermsField;
  readonly unit: TermsUnit;
  /** Tier of a table, from 1 on; null for a single value. */
  readonly tier: number | null;
  readonly value: string;
}

/** A value that differs between two terms of the same kind; null where one of them lacks the tier. */
export interface TermsDifference extends Omit<TermsValue, 'value'> {
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns all values of terms, tier by tier. */
export function termsValues(terms: MarketTerms): readonly TermsValue[] {
  const of = (record: object, tier: number | null) =>
    Object.entries(record).flatMap(([field, value]) =>
      isField(field) ? [{ field, unit: units[field], tier, value: String(value) }] : [],
    );
  if (terms.kind === 'fees') return terms.tiers.flatMap((tier, at) => of(tier, at + 1));
  if (terms.kind === 'brackets') return terms.brackets.flatMap((bracket, at) => of(bracket, at + 1));
  if (terms.kind === 'gears') return terms.gears.flatMap((gear, at) => of(gear, at + 1));
  return of(terms, null);
}

/** Returns the values that differ, in the order of the tiers; all values where nothing stood before. */
export function termsDifferences(before: MarketTerms | null, after: MarketTerms): readonly TermsDifference[] {
  const old = before === null ? [] : termsValues(before);
  const now = termsValues(after);
  const isSame = (one: TermsValue) => (other: TermsValue) =>
    one.field === other.field && one.tier === other.tier;
  const changed = now.flatMap(({ value, ...each }) => {
    const stood = old.find(isSame({ ...each, value }))?.value ?? null;
    return stood === value ? [] : [{ ...each, before: stood, after: value }];
  });
  const gone = old.flatMap(({ value, ...each }) =>
    now.some(isSame({ ...each, value })) ? [] : [{ ...each, before: value, after: null }],
  );
  return [...changed, ...gone];
}

const isField = (name: string): name is TermsField => Object.hasOwn(units, name);
