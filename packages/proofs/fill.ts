import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { SAFETY_FUND_DIVISOR, tradingFee } from '@candor/rules';
import { type Check, type CheckStep, checkOf } from './check.ts';

/** Wide enough for price × quantity of any symbol. */
const PRODUCT_SCALE = 16;
const SCALE = 8;

/** A fill as the exchange states it. Decimal strings; the fee is in the asset received. */
export interface FillReceipt {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  /** Price × quantity in the quote asset. */
  readonly amount: string;
  readonly fee: string;
  /** The fee's rate when the trade was made, in parts per million of what was received. */
  readonly feePpm: number;
}

function step(name: string, stated: bigint | null, recomputed: bigint, scale: number): CheckStep {
  return {
    name,
    stated: stated === null ? '' : formatDecimalTrimmed(stated, scale),
    recomputed: formatDecimalTrimmed(recomputed, scale),
    ok: stated === recomputed,
  };
}

/**
 * Recomputes a fill by the published formulas: amount = price × quantity, exactly, and fee = received × rate, rounded
 * up to a base unit. A figure that cannot be read fails its step.
 */
export function checkFill(receipt: FillReceipt): Check {
  const price = parseDecimal(receipt.price, SCALE);
  const quantity = parseDecimal(receipt.quantity, SCALE);
  const amount = parseDecimal(receipt.amount, PRODUCT_SCALE);
  if (price === null || quantity === null) return checkOf([]);
  const received = receipt.side === 'buy' ? quantity : parseDecimal(receipt.amount, SCALE);
  return checkOf([
    step('amount', amount, price * quantity, PRODUCT_SCALE),
    step(
      'fee',
      parseDecimal(receipt.fee, SCALE),
      tradingFee((received ?? 0n) as Amount, receipt.feePpm),
      SCALE,
    ),
  ]);
}

/** Payment of one side of a trade, in the asset that it received. */
export interface TradeSide {
  readonly fee: string;
  readonly feePpm: number;
  /** The part of the fee that went to the safety fund. */
  readonly toSafetyFund: string;
}

/** A trade with both of its sides; nobody's name is needed to check it. */
export interface TradeReceipt {
  readonly price: string;
  readonly quantity: string;
  readonly amount: string;
  readonly buyer: TradeSide;
  readonly seller: TradeSide;
}

/**
 * Recomputes both sides of a trade: amount, the fee of each, and the safety fund's tenth of each fee. A trade whose figures
 * can't be read has no steps, and so does not hold.
 */
export function checkTrade({ price, quantity, amount, buyer, seller }: TradeReceipt): Check {
  if (![buyer, seller].every(({ feePpm }) => Number.isSafeInteger(feePpm) && feePpm >= 0)) return checkOf([]);
  const bought = checkFill({ side: 'buy', price, quantity, amount, fee: buyer.fee, feePpm: buyer.feePpm });
  const sold = checkFill({ side: 'sell', price, quantity, amount, fee: seller.fee, feePpm: seller.feePpm });
  const [value, buyerFee] = bought.steps;
  const sellerFee = sold.steps[1];
  if (value === undefined || buyerFee === undefined || sellerFee === undefined) return checkOf([]);
  return checkOf([
    value,
    { ...buyerFee, name: 'buyerFee' },
    fundStep('buyerFund', buyer),
    { ...sellerFee, name: 'sellerFee' },
    fundStep('sellerFund', seller),
  ]);
}

/** A trading fee of a contract as the exchange states it; nobody's name is needed to check it. */
export interface ContractFeeReceipt extends TradeSide {
  /** Price × quantity in the settle asset. */
  readonly notional: string;
}

/**
 * Recomputes the fund's tenth of a contract's fee, and the fee: notional × rate, rounded up, or less where the margin of a
 * closed position does not cover it.
 */
export function checkContractFee(receipt: ContractFeeReceipt): Check {
  const notional = parseDecimal(receipt.notional, SCALE);
  const fee = parseDecimal(receipt.fee, SCALE);
  const { feePpm } = receipt;
  if (notional === null || fee === null || !Number.isSafeInteger(feePpm) || feePpm < 0) return checkOf([]);
  const full = tradingFee(notional as Amount, feePpm);
  return checkOf([step('fee', fee, fee < full ? fee : full, SCALE), fundStep('fund', receipt)]);
}

/**
 * The fund gets a tenth of all fees, rounded down over their sum: of one fee that is its tenth rounded down, or one base
 * unit more where the fees before left a rest.
 */
function fundStep(name: string, { fee, toSafetyFund }: TradeSide): CheckStep {
  const divisor = BigInt(SAFETY_FUND_DIVISOR);
  const charged = parseDecimal(fee, SCALE) ?? 0n;
  const stated = parseDecimal(toSafetyFund, SCALE);
  const least = charged / divisor;
  const most = charged % divisor === 0n ? least : least + 1n;
  return step(name, stated, stated === most ? most : least, SCALE);
}
