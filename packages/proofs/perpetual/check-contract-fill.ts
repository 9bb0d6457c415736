import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { costOfPart, tradingFee } from '@candor/rules';
import { type Check, type CheckStep, checkOf } from '../check.ts';

/** Decimals of the asset that contracts settle in, of prices and of contract sizes. */
const SCALE = 8;
/** Wide enough for price × size of any contract. */
const PRODUCT_SCALE = 2 * SCALE;

/** A contract fill as the exchange states it. Decimal strings; amounts are in the asset that the contract settles in. */
export interface ContractFillReceipt {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  /** Contracts. */
  readonly quantity: string;
  readonly contractSize: string;
  /** Price × quantity × contract size. */
  readonly amount: string;
  readonly fee: string;
  /** The fee's rate when the trade was made, in parts per million of the amount. */
  readonly feePpm: number;
  /** Before the fee. */
  readonly realisedPnl: string;
  /** Contracts of the fill that closed a position. */
  readonly closedQuantity: string;
  /** Contracts of that position before the fill, and their cost; null where nothing closed. */
  readonly heldQuantity: string | null;
  readonly heldCost: string | null;
  readonly liquidation: boolean;
}

/**
 * Recomputes a contract fill: amount = price × quantity × contract size, exactly; fee = amount × rate, rounded up to a
 * base unit (of a liquidation at most that: it takes no more than the margin that is left); profit = what the closed
 * contracts came to less their part of the entry cost, or the reverse. What cannot be read, or does not tell what it
 * closed, has no steps, and so is not in order.
 */
export function checkContractFill(receipt: ContractFillReceipt): Check {
  const price = parseDecimal(receipt.price, SCALE);
  const size = parseDecimal(receipt.contractSize, SCALE);
  const amount = parseDecimal(receipt.amount, SCALE);
  const fee = parseDecimal(receipt.fee, SCALE);
  const profit = parseDecimal(receipt.realisedPnl, SCALE, { signed: true });
  const lots = whole(receipt.quantity);
  const closedLots = whole(receipt.closedQuantity);
  if (price === null || size === null || amount === null || fee === null || profit === null)
    return checkOf([]);
  if (lots === null || closedLots === null || closedLots > lots) return checkOf([]);
  const ofOne = price * size;
  const widen = 10n ** BigInt(PRODUCT_SCALE - SCALE);
  const fullFee = tradingFee(amount as Amount, receipt.feePpm);
  const dueFee = receipt.liquidation && fee < fullFee ? fee : fullFee;
  const steps = [
    step('amount', amount * widen, ofOne * BigInt(lots), PRODUCT_SCALE),
    step('fee', fee, dueFee, SCALE),
  ];
  if (closedLots === 0) return checkOf([...steps, step('profit', profit, 0n, SCALE)]);
  if (receipt.heldQuantity === null || receipt.heldCost === null) return checkOf([]);
  const heldLots = whole(receipt.heldQuantity);
  const entryCost = parseDecimal(receipt.heldCost, SCALE);
  if (heldLots === null || entryCost === null || heldLots < closedLots) return checkOf([]);
  // A sell closes a long position.
  const sign = receipt.side === 'sell' ? 1 : -1;
  const cost = costOfPart({ sign, lots: heldLots, entryCost, unitsPerTickLot: 1 }, closedLots);
  const gained = ofOne * BigInt(closedLots) - cost * widen;
  return checkOf([...steps, step('profit', profit * widen, BigInt(sign) * gained, PRODUCT_SCALE)]);
}

/** A whole number of contracts; null where the text is none. */
function whole(text: string): number | null {
  const parsed = parseDecimal(text, 0);
  return parsed === null || parsed > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(parsed);
}

function step(name: string, stated: bigint, recomputed: bigint, scale: number): CheckStep {
  return {
    name,
    stated: formatDecimalTrimmed(stated, scale),
    recomputed: formatDecimalTrimmed(recomputed, scale),
    ok: stated === recomputed,
  };
}
