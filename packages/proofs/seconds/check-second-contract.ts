import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  breakEvenPpm,
  closingPrice,
  closingTicks,
  openingTick,
  payoutOf,
  SECONDS_FORMULA,
  secondsIndex,
  secondsPayment,
  secondsResult,
  stakeOf,
  wouldHaveEnded,
} from '@candor/rules';
import { type Check, type CheckStep, checkOf } from '../check.ts';
import type { SecondReading, SettledReceipt, SettledTerms } from './receipt.ts';

const PRICE_SCALE = 18;
const NONE = '–';

/**
 * Recomputes a second contract from its raw inputs by the published formula: stake and payout, the ticks that its
 * acceptance fixes, the index at each of them, the closing price, the result and what was paid. The steps are in that
 * order, so the first that is not ok is where the settlement went wrong.
 */
export function checkSecondContract(receipt: SettledReceipt): Check {
  const { ticket } = receipt;
  if (!isReadable(receipt)) return checkOf([]);
  const openTicks = receipt.opening.priceTicks;
  const prices = receipt.closing.map(({ priceTicks }) => priceTicks);
  const close = closingPrice(prices);
  const result = secondsResult(ticket.direction, openTicks, close);
  const steps = [
    step('formula', ticket.formula, SECONDS_FORMULA),
    ...moneySteps(ticket),
    ...tickSteps(receipt),
    indexStep('openIndex', receipt.opening, ticket),
    ...receipt.closing.map((reading, i) => indexStep(`closeIndex${i + 1}`, reading, ticket)),
    step('close', price(receipt.closeTicks, ticket), price(close, ticket)),
    step('result', receipt.result, result),
  ];
  if (result === 'void') {
    steps.push(
      step('wouldHave', receipt.wouldHave ?? NONE, wouldHaveEnded(ticket.direction, openTicks, prices)),
    );
  }
  const stake = stakeOf(ticket.quantity, ticket.coinScale);
  const { toUser } = secondsPayment(result, stake, payoutOf(stake, ticket.payoutPpm));
  steps.push(coinStep('paid', receipt.paid, toUser, ticket));
  return checkOf(steps);
}

function isReadable({ ticket, closing }: SettledReceipt): boolean {
  const { quantity, coinScale, payoutPpm, periodS, acceptedMs } = ticket;
  const counts = [quantity, coinScale, payoutPpm, periodS, acceptedMs];
  if (!counts.every((value) => Number.isSafeInteger(value) && value >= 0) || coinScale > PRICE_SCALE)
    return false;
  return parseDecimal(ticket.tickSize, PRICE_SCALE) !== null && closing.length <= ticket.closeTickNos.length;
}

function moneySteps(ticket: SettledTerms): CheckStep[] {
  const stake = stakeOf(ticket.quantity, ticket.coinScale);
  return [
    coinStep('stake', ticket.stake, stake, ticket),
    coinStep('payout', ticket.payout, payoutOf(stake, ticket.payoutPpm), ticket),
    step('breakEven', ticket.breakEvenPpm, breakEvenPpm(ticket.payoutPpm)),
  ];
}

/** The ticks follow from the time of acceptance, and the readings are of those very ticks. */
function tickSteps({ ticket, opening, closing }: SettledReceipt): CheckStep[] {
  const openTickNo = openingTick(ticket.acceptedMs);
  const closeTickNos = closingTicks(openTickNo, ticket.periodS);
  const stated = [ticket.openTickNo, opening.tickNo];
  const wanted = closing.length === 0 && opening.priceTicks === null ? [] : closeTickNos;
  return [
    step('openTick', [...new Set(stated)].join(' '), openTickNo),
    step('closeTicks', ticket.closeTickNos.join(' '), closeTickNos.join(' ')),
    step('closeTicksRead', closing.map(({ tickNo }) => tickNo).join(' '), wanted.join(' ')),
  ];
}

/** A reading at a tick is never younger than the tick itself. */
function indexStep(name: string, reading: SecondReading, ticket: SettledTerms): CheckStep {
  const { tickNo, sourceTickNo, priceTicks, quotes } = reading;
  const isOwn = sourceTickNo <= tickNo && (sourceTickNo > 0 || quotes.length === 0);
  const index = isOwn ? secondsIndex(quotes, ticket.weights, tickNo, ticket.quorum).priceTicks : null;
  return step(name, price(priceTicks, ticket), price(index, ticket));
}

function price(ticks: number | null, { tickSize }: SettledTerms): string {
  if (ticks === null || !Number.isSafeInteger(ticks)) return NONE;
  return formatDecimalTrimmed(BigInt(ticks) * parseDecimal(tickSize, PRICE_SCALE)!, PRICE_SCALE);
}

function step(name: string, stated: string | number, recomputed: string | number): CheckStep {
  return {
    name,
    stated: String(stated),
    recomputed: String(recomputed),
    ok: String(stated) === String(recomputed),
  };
}

function coinStep(
  name: string,
  stated: string,
  recomputed: Amount | bigint,
  { coinScale }: SettledTerms,
): CheckStep {
  const ok = parseDecimal(stated, coinScale) === recomputed;
  return { name, stated, recomputed: formatDecimalTrimmed(recomputed, coinScale), ok };
}
