import type { Command, Genesis, Mode } from '@candor/kernel';
import { type Amount, amount, parseDecimal, toLots } from '@candor/money';
import type { FeeTier, ReferralTerms } from '@candor/rules';
import type { CoreLink } from '../../engine/core/index.ts';
import type { FeedVenue, FeedView } from '../feeds/index.ts';
import { ASSET_SCALE, LISTED, type ListedCoin, QUOTE } from './listed.ts';

/** The house market maker's account. */
export const HOUSE_USER_ID = 1;

/** Practice assets and real ones never share an id. */
const FIRST_ASSET_ID: Readonly<Record<Mode, number>> = { real: 1, practice: 1001 };
const MIN_NOTIONAL = '5';
const MAX_OPEN_ORDERS = 200;

/** Fees by volume in USDT over 30 days, in parts per million: spot maker and taker, then those of contracts. */
const FEE_TIERS: readonly FeeTier[] = [
  feeTier('0', 1_000, 1_000, 200, 500),
  feeTier('100000', 900, 950, 180, 450),
  feeTier('1000000', 750, 850, 150, 400),
  feeTier('10000000', 500, 700, 100, 350),
  feeTier('100000000', 200, 500, 50, 300),
];

/**
 * Shares of a trading fee for the inviters of three generations, and the most that all shares may be: practice leaves an
 * agent ten percent beside three full generations, a real house decides that by a change with notice.
 */
const REFERRAL_SHARES = [200_000, 100_000, 50_000] as const;
const REFERRAL_TERMS: Readonly<Record<Mode, ReferralTerms>> = {
  practice: { sharesPpm: REFERRAL_SHARES, capPpm: 450_000 },
  real: { sharesPpm: REFERRAL_SHARES, capPpm: 350_000 },
};

/** The first command of a journal: a live market may be real or practised on, the others are practice. */
export function genesisOf(mode: Mode, feed: Pick<FeedView, 'kind'>, seedHash: string): Genesis {
  return { type: 'genesis', mode, feed: feed.kind, seedHash: mode === 'practice' ? seedHash : null };
}

/**
 * Commands after the genesis of a new journal: assets, symbols, the feed's venues, fees, and the house's account, which
 * in practice mode is funded from practice custody. An existing journal keeps its own.
 */
export function firstCommands(mode: Mode, feed: Pick<FeedView, 'venues'>): Command[] {
  const first = FIRST_ASSET_ID[mode];
  const quoteAssetId = first + LISTED.length;
  const coins = LISTED.map((coin, at) => ({ coin, assetId: first + at, symbolId: at + 1 }));
  return [
    ...coins.map(({ coin, assetId }) => listAsset(assetId, coin.code, coin.name)),
    listAsset(quoteAssetId, QUOTE.code, QUOTE.name),
    { type: 'setFeeTiers', volumeAssetId: quoteAssetId, tiers: FEE_TIERS },
    { type: 'setReferralTerms', ...REFERRAL_TERMS[mode] },
    ...coins.map(({ coin, assetId, symbolId }) => listSymbol(coin, symbolId, assetId, quoteAssetId)),
    ...venueCommands(feed.venues),
    { type: 'openAccount', accountUserId: HOUSE_USER_ID, kind: 'house' },
    ...[...fundingOf(mode)].map(([assetId, funded]): Command => {
      return { type: 'practiceFunds', accountUserId: HOUSE_USER_ID, assetId, amount: funded };
    }),
  ];
}

/** Returns the house's funding at the journal's first start, by asset id: nothing in real mode. */
export async function houseFunding(core: CoreLink): Promise<ReadonlyMap<number, Amount>> {
  return fundingOf((await core.ask('journalMode')) ?? 'real');
}

function fundingOf(mode: Mode): Map<number, Amount> {
  if (mode === 'real') return new Map();
  const first = FIRST_ASSET_ID[mode];
  return new Map([...LISTED, QUOTE].map((asset, at) => [first + at, units(asset.houseFunding)]));
}

/** Makes the venues of a feed known; saying it again changes nothing. */
export function venueCommands(venues: readonly FeedVenue[]): Command[] {
  return venues.map(({ venueId, name, weightPpm }) => ({ type: 'setVenue', venueId, name, weightPpm }));
}

function listAsset(assetId: number, code: string, name: string): Command {
  return { type: 'listAsset', assetId, code, name, scale: ASSET_SCALE };
}

function listSymbol(coin: ListedCoin, symbolId: number, baseAssetId: number, quoteAssetId: number): Command {
  const maxLots = toLots(coin.maxQuantity, { lotDecimal: coin.lot });
  if (maxLots === null) throw new RangeError(`${coin.code}: ${coin.maxQuantity} is no whole number of lots`);
  return {
    type: 'listSymbol',
    symbolId,
    name: `${coin.code}${QUOTE.code}`,
    baseAssetId,
    quoteAssetId,
    tickDecimal: coin.tick,
    lotDecimal: coin.lot,
    minNotional: units(MIN_NOTIONAL),
    maxLots,
    maxOpenOrders: MAX_OPEN_ORDERS,
    priceBandPpm: coin.bandPpm,
  };
}

function feeTier(
  minVolume: string,
  makerPpm: number,
  takerPpm: number,
  perpetualMakerPpm: number,
  perpetualTakerPpm: number,
): FeeTier {
  return { minVolume: units(minVolume), makerPpm, takerPpm, perpetualMakerPpm, perpetualTakerPpm };
}

function units(decimal: string): Amount {
  const value = parseDecimal(decimal, ASSET_SCALE);
  if (value === null) throw new RangeError(`"${decimal}" is no amount`);
  return amount(value);
}
