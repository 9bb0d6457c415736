import type { MarketTerms } from '@candor/api';
import { TERMS_NOTICE_MS } from '@candor/rules';

/** A field of a form: its name in the terms, its decimals, and its unit; `coin` is that of the terms. */
export interface NoticeField {
  readonly name:
    | 'minVolume'
    | 'makerPercent'
    | 'takerPercent'
    | 'perpetualMakerPercent'
    | 'perpetualTakerPercent'
    | 'minNotional'
    | 'maxQuantity'
    | 'maxOpenOrders'
    | 'priceBandPercent'
    | 'floor'
    | 'maintenancePercent'
    | 'maxLeverage'
    | 'hourlyRatePercent'
    | 'collateralPercent'
    | 'maxBorrow'
    | 'transferPercent'
    | 'callPercent'
    | 'liquidationPercent'
    | 'saleBandPercent'
    | 'firstPercent'
    | 'secondPercent'
    | 'thirdPercent'
    | 'capPercent'
    | 'minAmount'
    | 'dailyPercent';
  readonly decimals: number;
  readonly unit: '%' | '×' | 'coin' | '';
  /** A number in the request, and not a decimal text. */
  readonly isNumber?: true;
}

const percent = (name: NoticeField['name'], decimals = 4): NoticeField => ({ name, decimals, unit: '%' });
const coins = (name: NoticeField['name']): NoticeField => ({ name, decimals: 8, unit: 'coin' });
const leverage: NoticeField = { name: 'maxLeverage', decimals: 0, unit: '×', isNumber: true };

/** The fields of each kind of terms: of each tier where they are a table. */
export const noticeFields: Readonly<Record<MarketTerms['kind'], readonly NoticeField[]>> = {
  fees: [
    coins('minVolume'),
    percent('makerPercent'),
    percent('takerPercent'),
    percent('perpetualMakerPercent'),
    percent('perpetualTakerPercent'),
  ],
  limits: [
    coins('minNotional'),
    { name: 'maxQuantity', decimals: 8, unit: '' },
    { name: 'maxOpenOrders', decimals: 0, unit: '', isNumber: true },
    percent('priceBandPercent'),
  ],
  brackets: [coins('floor'), percent('maintenancePercent'), leverage],
  marginCoin: [percent('hourlyRatePercent', 7), percent('collateralPercent'), coins('maxBorrow')],
  marginRisk: [
    leverage,
    percent('transferPercent'),
    percent('callPercent'),
    percent('liquidationPercent'),
    percent('saleBandPercent'),
  ],
  referral: [
    percent('firstPercent'),
    percent('secondPercent'),
    percent('thirdPercent'),
    percent('capPercent'),
  ],
  gears: [coins('minAmount'), percent('dailyPercent')],
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The least notice of a kind of terms, in hours. */
export function noticeHours(kind: MarketTerms['kind']): number {
  const types = {
    fees: 'setFeeTiers',
    limits: 'setSymbolLimits',
    brackets: 'setPerpetualTiers',
    marginCoin: 'setMarginAsset',
    marginRisk: 'setMarginTerms',
    referral: 'setReferralTerms',
    gears: 'setMiningTerms',
  } as const;
  return TERMS_NOTICE_MS[types[kind]] / HOUR_MS;
}

/** The first whole minute that is so many hours away. */
export function effectiveAfter(nowMs: number, hours: number): number {
  return Math.ceil((nowMs + hours * HOUR_MS) / MINUTE_MS) * MINUTE_MS;
}
