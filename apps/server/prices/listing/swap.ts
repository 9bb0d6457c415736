import type { AssetInfo, Command } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import type { CoreLink } from '../../engine/core/index.ts';
import { QUOTE } from './listed.ts';

/** Terms of a coin, in whole coins. The house takes swaps of it up to twice what it began with. */
interface Offered {
  readonly least: string;
  readonly most: string;
  readonly inventory: string;
  readonly spreadPpm: number;
}

const offered = (least: string, most: string, inventory: string, spreadPpm: number): Offered => ({
  least,
  most,
  inventory,
  spreadPpm,
});

const MAJOR_PPM = 1_000;
const OTHER_PPM = 2_500;
/** One swap is worth a twentieth of the inventory at most. */
const OFFERED: Readonly<Record<string, Offered>> = {
  USDT: offered('5', '100000', '2000000', 0),
  BTC: offered('0.0001', '1', '20', MAJOR_PPM),
  ETH: offered('0.002', '25', '500', MAJOR_PPM),
  BNB: offered('0.01', '100', '2000', OTHER_PPM),
  SOL: offered('0.05', '400', '8000', OTHER_PPM),
  XRP: offered('10', '40000', '800000', OTHER_PPM),
  DOGE: offered('50', '250000', '5000000', OTHER_PPM),
  ADA: offered('10', '60000', '1200000', OTHER_PPM),
  AVAX: offered('0.2', '1500', '30000', OTHER_PPM),
  LINK: offered('0.5', '2500', '50000', OTHER_PPM),
  DOT: offered('1', '8000', '160000', OTHER_PPM),
};
const FIRST_FUNDING = 'First inventory for practice swaps, out of practice custody';
const FIRST_TERMS = 'First terms of practice swaps';

/**
 * Opens swaps on a practice journal that has none yet: the inventory of each coin out of practice custody, then its
 * terms. What an operator sets afterwards stays. A real journal is left alone.
 */
export async function openSwapsForPractice(core: CoreLink): Promise<void> {
  const { mode, known, symbols, assets } = await core.ask('swapsToOpen');
  const quote = assets.find(({ code }) => code === QUOTE.code);
  if (mode !== 'practice' || quote === undefined) return;
  for (const asset of assets) {
    const terms = OFFERED[asset.code];
    const symbol = symbols.find(
      ({ baseAssetId, quoteAssetId }) => baseAssetId === asset.assetId && quoteAssetId === quote.assetId,
    );
    if (terms === undefined || known.has(asset.assetId)) continue;
    if (symbol === undefined && asset.assetId !== quote.assetId) continue;
    for (const [at, body] of commandsOf(asset, symbol?.symbolId ?? 0, terms).entries()) {
      // With a key, so that a start that was cut short does not fund the inventory twice.
      const key = `first-swaps:${asset.assetId}.${at}:`;
      const { outcome } = await core.submit({ userId: 0, key, bodyHash: body.type, body });
      if (!outcome.ok) throw new Error(`the journal refused ${body.type}: ${outcome.code}`);
    }
  }
}

function commandsOf({ assetId, scale }: AssetInfo, symbolId: number, terms: Offered): Command[] {
  const coins = (decimal: string) => coinsOf(decimal, scale);
  const inventory = coins(terms.inventory);
  return [
    { type: 'fundSwaps', assetId, amount: inventory, fromUserId: 0, reason: FIRST_FUNDING },
    {
      type: 'setSwapTerms',
      assetId,
      symbolId,
      spreadPpm: terms.spreadPpm,
      minAmount: coins(terms.least),
      maxAmount: coins(terms.most),
      maxInventory: (2n * inventory) as Amount,
      reason: FIRST_TERMS,
    },
  ];
}

function coinsOf(decimal: string, scale: number): Amount {
  const units = parseDecimal(decimal, scale);
  if (units === null) throw new RangeError(`"${decimal}" is no amount`);
  return units as Amount;
}
