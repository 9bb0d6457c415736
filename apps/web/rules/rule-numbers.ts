import { formatDecimalTrimmed } from '@candor/money';
import {
  BASIS_TICKS,
  CLOSING_TICKS,
  CLOSING_TICKS_MIN,
  FEE_VOLUME_DAYS,
  FUNDING_DAMPER_PPB,
  FUNDING_INTEREST_PPB,
  fundingCapPpb,
  INDEX_GRID_MS,
  LIMIT_RAISE_DELAY_MS,
  MAX_CALLBACK_PPM,
  MAX_COOLING_OFF_MS,
  MAX_EXCLUSION_MS,
  MAX_WAITING_ORDERS,
  MIN_CALLBACK_PPM,
  markClampPpm,
  OPENING_DELAY_MS,
  SAFETY_FUND_DIVISOR,
  SECONDS_INDEX_STALE_MS,
  TERMS_NOTICE_MS,
} from '@candor/rules';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Decimals of a percentage that is a rate in parts per million, or per billion. */
const PPM_SCALE = 4;
const PPB_SCALE = 7;

const ofPpm = (ppm: number) => formatDecimalTrimmed(BigInt(ppm), PPM_SCALE);
const ofPpb = (ppb: number) => formatDecimalTrimmed(BigInt(ppb), PPB_SCALE);

/** Constants of second contracts in the units of a reader. */
export const secondNumbers = {
  delaySeconds: OPENING_DELAY_MS / SECOND_MS,
  ticks: CLOSING_TICKS,
  least: CLOSING_TICKS_MIN,
  staleSeconds: SECONDS_INDEX_STALE_MS / SECOND_MS,
  raiseHours: LIMIT_RAISE_DELAY_MS / HOUR_MS,
  pauseDays: MAX_COOLING_OFF_MS / DAY_MS,
  exclusionDays: MAX_EXCLUSION_MS / DAY_MS,
} as const;

/** Constants of trading fees and of orders that wait for a price; rates in percent. */
export const orderNumbers = {
  volumeDays: FEE_VOLUME_DAYS,
  fundDivisor: SAFETY_FUND_DIVISOR,
  waitingOrders: MAX_WAITING_ORDERS,
  minCallbackPercent: ofPpm(MIN_CALLBACK_PPM),
  maxCallbackPercent: ofPpm(MAX_CALLBACK_PPM),
} as const;

/** Constants of contracts; rates in percent. */
export const contractNumbers = {
  basisSeconds: (BASIS_TICKS * INDEX_GRID_MS) / SECOND_MS,
  interestPercent: ofPpb(FUNDING_INTEREST_PPB),
  damperPercent: ofPpb(FUNDING_DAMPER_PPB),
} as const;

/** Hours by which a change of terms is announced before it applies. */
export const noticeHours = {
  fees: TERMS_NOTICE_MS.setFeeTiers / HOUR_MS,
  limits: TERMS_NOTICE_MS.setSymbolLimits / HOUR_MS,
  tiers: TERMS_NOTICE_MS.setPerpetualTiers / HOUR_MS,
} as const;

/** Bounds of a contract that follow from the maintenance rate of its first tier, in percent. */
export function contractBounds(firstMmrPpm: number) {
  return {
    fundingCapPercent: ofPpb(fundingCapPpb(firstMmrPpm)),
    markClampPercent: ofPpm(markClampPpm(firstMmrPpm)),
  };
}
