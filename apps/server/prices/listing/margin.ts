import type { AssetInfo, Command, SymbolInfo } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import type { CoreLink } from '../../engine/core/index.ts';
import { QUOTE } from './listed.ts';

/** Lending terms of the practice pool for a coin; rates are parts per thousand million an hour. */
interface Lent {
  readonly pool: string;
  readonly maxBorrow: string;
  readonly hourlyRatePpb: number;
  readonly haircutPpm: number;
}

const lent = (pool: string, maxBorrow: string, hourlyRatePpb: number, haircutPpm: number): Lent => ({
  pool,
  maxBorrow,
  hourlyRatePpb,
  haircutPpm,
});

/** Coins that move more count less as collateral. */
const LENT: Readonly<Record<string, Lent>> = {
  USDT: lent('5000000', '200000', 6_000, 1_000_000),
  BTC: lent('50', '4', 1_500, 950_000),
  ETH: lent('1000', '60', 2_000, 950_000),
  BNB: lent('4000', '300', 3_000, 900_000),
  SOL: lent('20000', '1000', 4_000, 900_000),
  XRP: lent('1000000', '80000', 4_000, 850_000),
  DOGE: lent('8000000', '600000', 5_000, 800_000),
  ADA: lent('3000000', '200000', 5_000, 800_000),
  AVAX: lent('60000', '5000', 5_000, 800_000),
  LINK: lent('100000', '10000', 5_000, 800_000),
  DOT: lent('400000', '30000', 5_000, 800_000),
};
const INSURANCE_PART = 20n;
/** Coins as steady as these are lent against at a higher leverage. */
const MAJORS = new Set(['BTC', 'ETH']);
const CROSS = { maxLeverage: 3, transferPpm: 2_000_000, callPpm: 1_300_000, liquidationPpm: 1_100_000 };
const MAJOR = { maxLeverage: 5, transferPpm: 1_500_000, callPpm: 1_180_000, liquidationPpm: 1_080_000 };
const OTHER = { maxLeverage: 3, transferPpm: 1_800_000, callPpm: 1_300_000, liquidationPpm: 1_120_000 };
const SALE_BAND_PPM = 50_000;

/**
 * Opens margin trading on a practice journal that has none yet: the pool and its insurance out of practice custody, what
 * each coin is lent for, and the risk rates. What an operator sets afterwards stays. A real journal is left alone.
 */
export async function openMarginForPractice(core: CoreLink): Promise<void> {
  const { mode, known, offered, symbols, assets } = await core.ask('marginToOpen');
  const quote = assets.find(({ code }) => code === QUOTE.code);
  if (mode !== 'practice' || quote === undefined) return;
  for (const asset of assets.filter(({ assetId, code }) => !known.has(assetId) && code in LENT)) {
    for (const [at, body] of fundsOf(asset).entries()) {
      // With a key, so that a start that was cut short does not fund the pool twice.
      await submit(core, body, `first-margin:${asset.assetId}.${at}:`);
    }
    await submit(core, assetTerms(asset), null);
  }
  if (!offered.has(0)) await submit(core, riskTerms(0, quote.assetId, CROSS), null);
  for (const symbol of symbols) {
    if (offered.has(symbol.symbolId) || symbol.quoteAssetId !== quote.assetId) continue;
    const base = codeOfBase(symbol, assets);
    if (!(base in LENT)) continue;
    await submit(core, riskTerms(symbol.symbolId, quote.assetId, MAJORS.has(base) ? MAJOR : OTHER), null);
  }
}

async function submit(core: CoreLink, body: Command, key: string | null): Promise<void> {
  const { outcome } = await core.submit({
    userId: 0,
    key,
    bodyHash: key === null ? null : body.type,
    body,
  });
  if (!outcome.ok) throw new Error(`the journal refused ${body.type}: ${outcome.code}`);
}

function fundsOf({ assetId, code, scale }: AssetInfo): Command[] {
  const pool = coins(LENT[code]!.pool, scale);
  return [
    { type: 'fundMarginPool', into: 'pool', assetId, amount: pool },
    { type: 'fundMarginPool', into: 'insurance', assetId, amount: (pool / INSURANCE_PART) as Amount },
  ];
}

function assetTerms({ assetId, code, scale }: AssetInfo): Command {
  const { maxBorrow, hourlyRatePpb, haircutPpm } = LENT[code]!;
  return {
    type: 'setMarginAsset',
    assetId,
    borrowable: true,
    hourlyRatePpb,
    haircutPpm,
    maxBorrow: coins(maxBorrow, scale),
  };
}

function riskTerms(symbolId: number, valueAssetId: number, terms: typeof CROSS): Command {
  return { type: 'setMarginTerms', symbolId, valueAssetId, ...terms, saleBandPpm: SALE_BAND_PPM };
}

function codeOfBase({ baseAssetId }: SymbolInfo, assets: readonly AssetInfo[]): string {
  return assets.find(({ assetId }) => assetId === baseAssetId)?.code ?? '';
}

function coins(decimal: string, scale: number): Amount {
  const units = parseDecimal(decimal, scale);
  if (units === null) throw new RangeError(`"${decimal}" is no amount`);
  return units as Amount;
}
