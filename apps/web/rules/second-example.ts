import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  breakEvenPpm,
  type Direction,
  payoutOf,
  type SecondsResult,
  secondsPayment,
  secondsResult,
  stakeOf,
} from '@candor/rules';

/** Wide enough for any stake coin and any price; a percent is a hundredth of a rate in parts per million. */
const SCALE = 8;
const PPM_SCALE = 4;

/** Figures of the reader. Decimals as text; '' for what is missing or no number. */
export interface SecondInput {
  readonly direction: Direction;
  /** Whole coins. */
  readonly stake: string;
  readonly payoutPercent: string;
  readonly openPrice: string;
  readonly closePrice: string;
}

/** One contract by the formulas that settle it; amounts in the stake's coin. */
export interface SecondOutcome {
  readonly result: SecondsResult;
  readonly payout: string;
  readonly received: string;
  /** Received less the stake, with its sign. */
  readonly profit: string;
  readonly breakEvenPercent: string;
}

const coins = (amount: bigint) => formatDecimalTrimmed(amount, SCALE);

/** Settles a contract of the reader's figures; null while one is missing. */
export function secondOutcome(input: SecondInput): SecondOutcome | null {
  const whole = Number(input.stake);
  const payoutPpm = parseDecimal(input.payoutPercent, PPM_SCALE);
  const [open, close] = [input.openPrice, input.closePrice].map((price) => parseDecimal(price, SCALE));
  if (!Number.isSafeInteger(whole) || whole <= 0 || payoutPpm === null || !open || !close) return null;
  const stake = stakeOf(whole, SCALE);
  const payout: Amount = payoutOf(stake, Number(payoutPpm));
  const result = secondsResult(input.direction, Number(open), Number(close));
  const { toUser } = secondsPayment(result, stake, payout);
  return {
    result,
    payout: coins(payout),
    received: coins(toUser),
    profit: coins(toUser - stake),
    breakEvenPercent: formatDecimalTrimmed(BigInt(breakEvenPpm(Number(payoutPpm))), PPM_SCALE),
  };
}
