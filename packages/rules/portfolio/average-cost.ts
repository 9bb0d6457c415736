import { mulDivFloor } from '@candor/money';

/** The net change of one trade, fees included, in base units: one side is paid and the other arrives. */
export interface CostedTrade {
  /** Change in the coin: above 0 for a purchase. */
  readonly coin: bigint;
  /** Change in the currency that the coin is valued in: below 0 for a purchase. */
  readonly value: bigint;
}

export interface AverageCost {
  /** Coins that were bought here and not sold since. */
  readonly quantity: bigint;
  /** Their cost, fees included. */
  readonly cost: bigint;
  /** Profit and loss of what was bought here and sold. */
  readonly realised: bigint;
}

/**
 * Profit and loss by average cost. A purchase adds its cost; a sale takes the average cost of what it sells, rounded down
 * so that the rest stays with the coins that remain. Coins that came otherwise (deposits, transfers of others) have no
 * cost here: the part of a sale that no purchase covers makes neither profit nor loss.
 */
export function averageCost(trades: Iterable<CostedTrade>): AverageCost {
  let quantity = 0n;
  let cost = 0n;
  let realised = 0n;
  for (const { coin, value } of trades) {
    if (coin > 0n && value < 0n) {
      quantity += coin;
      cost -= value;
    } else if (coin < 0n && value > 0n) {
      const covered = -coin < quantity ? -coin : quantity;
      if (covered === 0n) continue;
      const costOfSold = mulDivFloor(cost, covered, quantity);
      realised += mulDivFloor(value, covered, -coin) - costOfSold;
      quantity -= covered;
      cost -= costOfSold;
    }
  }
  return { quantity, cost, realised };
}

/**
 * Returns the unrealised profit of coins bought here, at a worth of all that are held: of those that left, neither cost
 * nor worth counts. `held` may be more or less than was bought. Null while the worth is not known.
 */
export function unrealisedOf(
  { quantity, cost }: AverageCost,
  held: bigint,
  worthOfHeld: bigint | null,
): bigint | null {
  if (worthOfHeld === null) return null;
  const covered = held < quantity ? held : quantity;
  if (covered <= 0n) return 0n;
  return mulDivFloor(worthOfHeld, covered, held) - mulDivFloor(cost, covered, quantity);
}
