import type { AssetInfo, Command, EarnProduct, FixedTerms } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import type { CoreLink } from '../../engine/core/index.ts';

/** Offers of a coin in practice mode: amounts in whole coins, and what its pool begins with. */
export interface Offered<Own> {
  readonly pool: string;
  readonly least: string;
  /** The most of one order, of one user and of all. */
  readonly most: string;
  readonly ofUser: string;
  readonly ofAll: string;
  readonly offers: readonly ({ readonly cycleDays: number; readonly dailyPpm: number } & Own)[];
}

/** Commands by which a product funds its pool and makes an offer. */
interface Opening<Own> {
  readonly product: EarnProduct;
  readonly offered: Readonly<Record<string, Offered<Own>>>;
  fund(assetId: number, amount: Amount): Command;
  offer(terms: FixedTerms & Own): Command;
}

/** An order that is redeemed early keeps half of the interest of whole days. */
const EXIT_PPM = 500_000;

/**
 * Opens a product of orders with a cycle on a practice journal that has none of it yet: the pool of each coin out of
 * practice custody, then its offers. An operator’s later changes stay. A real journal is left alone.
 */
export async function openEarnForPractice<Own extends object>(
  core: CoreLink,
  opening: Opening<Own>,
): Promise<void> {
  const { product } = opening;
  const { mode, known, assets } = await core.ask('earnToOpen', product);
  if (mode !== 'practice') return;
  for (const asset of assets) {
    const offered = opening.offered[asset.code];
    if (offered === undefined || known.has(asset.assetId)) continue;
    for (const [at, body] of commandsOf(asset, offered, opening).entries()) {
      // With a key, so that a start that was cut short does not fund a pool twice.
      const key = `first-${product}:${asset.assetId}.${at}:`;
      const { outcome } = await core.submit({ userId: 0, key, bodyHash: body.type, body });
      if (!outcome.ok) throw new Error(`the journal refused ${body.type}: ${outcome.code}`);
    }
  }
}

function commandsOf<Own extends object>(
  { assetId, scale }: AssetInfo,
  offered: Offered<Own>,
  opening: Opening<Own>,
): Command[] {
  const coins = (decimal: string): Amount => {
    const units = parseDecimal(decimal, scale);
    if (units === null) throw new RangeError(`"${decimal}" is no amount`);
    return units as Amount;
  };
  return [
    opening.fund(assetId, coins(offered.pool)),
    ...offered.offers.map((offer) =>
      opening.offer({
        assetId,
        ...offer,
        minAmount: coins(offered.least),
        maxAmount: coins(offered.most),
        userCapAmount: coins(offered.ofUser),
        capAmount: coins(offered.ofAll),
        exitPpm: EXIT_PPM,
      }),
    ),
  ];
}
