import { marginValues, priceBand, riskIsAtMost, riskPpm } from '@candor/rules';
import { type Check, type CheckStep, checkOf } from './check.ts';

/** One asset of a margin receipt, as the exchange valued it. Whole numbers of base units as text. */
export interface MarginLine {
  readonly assetId: number;
  readonly amount: string;
  /** 0 for the coin that all is valued in. */
  readonly symbolId: number;
  readonly priceTicks: number | null;
  /** There where the index was stale: the last one before. */
  readonly staleTicks?: number;
  readonly quotePerTickLot: string;
  readonly basePerLot: string;
  readonly haircutPpm: number;
}

/** Inputs of a risk rate. */
export interface MarginRisk {
  readonly tickNo: number;
  readonly valueAssetId: number;
  readonly assets: readonly MarginLine[];
  readonly debts: readonly MarginLine[];
  readonly riskPpm: string | null;
}

/** An order that was cancelled because the index had left it, or was not fresh (0) when somebody met it. */
export interface MarginCancelled {
  readonly orderId: number;
  readonly symbolId: number;
  readonly side: 'buy' | 'sell';
  readonly priceTicks: number;
  readonly indexTicks: number;
}

/** A margin receipt: the kernel's own event. */
export type MarginReceipt =
  | {
      readonly type: 'marginCall';
      readonly called: boolean;
      readonly callPpm: number;
      readonly risk: MarginRisk;
    }
  | { readonly type: 'marginSale'; readonly liquidationPpm: number; readonly risk: MarginRisk }
  | { readonly type: 'marginSold'; readonly over: boolean; readonly riskPpm: string | null }
  | { readonly type: 'marginTakenOver'; readonly assetId: number; readonly amount: string }
  | {
      readonly type: 'marginDeficit';
      readonly assetId: number;
      readonly amount: string;
      readonly fromInsurance: string;
      readonly fromPool: string;
    }
  | {
      readonly type: 'marginCancelled';
      readonly saleBandPpm: number;
      readonly orders: readonly MarginCancelled[];
    };

/** Reads the text of a receipt as the exchange gives it. @throws SyntaxError where it is no JSON */
export function readMarginReceipt(text: string): MarginReceipt {
  return JSON.parse(text) as MarginReceipt;
}

/**
 * Recomputes a margin receipt: a risk rate from all that it was made of, whether it was on the side of the level that the
 * receipt says, who bore a deficit, and that each order cancelled at an index was further from it than it might be. Null
 * where the receipt states no figure that follows from others.
 */
export function checkMargin(receipt: MarginReceipt): Check | null {
  switch (receipt.type) {
    case 'marginCall':
      return checkOf([riskStep(receipt.risk), levelStep(receipt.risk, receipt.callPpm, receipt.called)]);
    case 'marginSale':
      return checkOf([riskStep(receipt.risk), levelStep(receipt.risk, receipt.liquidationPpm, true)]);
    case 'marginDeficit': {
      const borne = BigInt(receipt.fromInsurance) + BigInt(receipt.fromPool);
      return checkOf([step('deficit', receipt.amount, `${borne}`)]);
    }
    case 'marginCancelled': {
      // the lack of a fresh index is stated, and follows from the journal alone
      const orders = receipt.orders.filter(({ indexTicks }) => indexTicks !== 0);
      if (orders.length === 0) return null;
      const right = orders.filter((order) => isAway(order, receipt.saleBandPpm)).length;
      return checkOf([step('orders', `${orders.length}`, `${right}`)]);
    }
    default:
      return null;
  }
}

function step(name: string, stated: string, recomputed: string): CheckStep {
  return { name, stated, recomputed, ok: stated === recomputed };
}

function valuesOf({ assets, debts }: MarginRisk) {
  const priced = ({ symbolId, priceTicks, quotePerTickLot, basePerLot }: MarginLine) => ({
    numerator: symbolId === 0 ? 1n : BigInt(priceTicks ?? 0) * BigInt(quotePerTickLot),
    denominator: symbolId === 0 ? 1n : BigInt(basePerLot),
  });
  return marginValues(
    assets.map((line) => ({
      units: BigInt(line.amount),
      price: priced(line),
      haircutPpm: line.haircutPpm,
    })),
    debts.map((line) => ({ units: BigInt(line.amount), price: priced(line) })),
  );
}

function riskStep(risk: MarginRisk): CheckStep {
  return step('risk', risk.riskPpm ?? '', `${riskPpm(valuesOf(risk)) ?? ''}`);
}

function levelStep(risk: MarginRisk, levelPpm: number, isAtMost: boolean): CheckStep {
  return step('level', `${isAtMost}`, `${riskIsAtMost(valuesOf(risk), levelPpm)}`);
}

function isAway({ side, priceTicks, indexTicks }: MarginCancelled, bandPpm: number): boolean {
  const { lowestTicks, highestTicks } = priceBand(indexTicks, bandPpm);
  return side === 'buy' ? priceTicks > highestTicks : priceTicks < lowestTicks;
}
