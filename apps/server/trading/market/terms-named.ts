import type { NamedTerms } from '@candor/api';
import type { TermsChange } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, lotsToDecimal } from '@candor/money';
import { amountText, ppmPercent } from '../../engine/values/index.ts';
import { type Change, listed, PPB_SCALE, type TermsListing } from './terms-listing.ts';

/** Symbol of the risk rates that all cross accounts share. */
const CROSS = 0;

/** Writes terms as the API shows them, with the market and the coin that they are of. */
export function namedTerms(listing: TermsListing, change: TermsChange): NamedTerms {
  switch (change.type) {
    case 'setFeeTiers':
      return namedFees(listing, change);
    case 'setSymbolLimits':
    case 'setPerpetualLimits':
      return namedLimits(listing, change);
    case 'setPerpetualTiers':
      return namedBrackets(listing, change);
    case 'setMarginAsset':
      return namedMarginCoin(listing, change);
    case 'setMarginTerms':
      return namedMarginRisk(listing, change);
    case 'setReferralTerms':
      return namedReferral(change);
    case 'setMiningTerms':
      return namedGears(listing, change);
  }
}

const text = ({ catalogue }: TermsListing, assetId: number, units: bigint) =>
  amountText(catalogue, assetId, units as Amount);

const coin = ({ catalogue }: TermsListing, assetId: number) => catalogue.assetById(assetId).code;

const trimmed = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

function namedFees(listing: TermsListing, change: Change<'setFeeTiers'>): NamedTerms {
  const { volumeAssetId } = change;
  const tiers = change.tiers.map((tier) => ({
    minVolume: text(listing, volumeAssetId, tier.minVolume),
    makerPercent: ppmPercent(tier.makerPpm),
    takerPercent: ppmPercent(tier.takerPpm),
    perpetualMakerPercent: ppmPercent(tier.perpetualMakerPpm),
    perpetualTakerPercent: ppmPercent(tier.perpetualTakerPpm),
  }));
  return { market: '', coin: coin(listing, volumeAssetId), terms: { kind: 'fees', tiers } };
}

function namedLimits(
  listing: TermsListing,
  change: Change<'setSymbolLimits'> | Change<'setPerpetualLimits'>,
): NamedTerms {
  const { symbolId, minNotional, maxLots, maxOpenOrders, priceBandPpm } = change;
  const { symbol, quoteAssetId } = listed(listing, symbolId);
  const terms = {
    ...({
      kind: 'limits',
      symbolId,
      maxOpenOrders,
      priceBandPercent: ppmPercent(priceBandPpm),
    } as const),
    minNotional: text(listing, quoteAssetId, minNotional),
    maxQuantity: trimmed(lotsToDecimal(maxLots, symbol)),
  };
  return { market: symbol.name, coin: coin(listing, quoteAssetId), terms };
}

function namedBrackets(listing: TermsListing, change: Change<'setPerpetualTiers'>): NamedTerms {
  const { symbolId } = change;
  const { symbol, quoteAssetId } = listed(listing, symbolId);
  const brackets = change.tiers.map(({ floorNotional, mmrPpm, maxLeverage }) => ({
    floor: text(listing, quoteAssetId, floorNotional),
    maintenancePercent: ppmPercent(mmrPpm),
    maxLeverage,
  }));
  return {
    market: symbol.name,
    coin: coin(listing, quoteAssetId),
    terms: { kind: 'brackets', symbolId, brackets },
  };
}

function namedMarginCoin(listing: TermsListing, change: Change<'setMarginAsset'>): NamedTerms {
  const { assetId, borrowable, hourlyRatePpb, haircutPpm, maxBorrow } = change;
  const terms = {
    ...({ kind: 'marginCoin', assetId, borrowable } as const),
    hourlyRatePercent: formatDecimalTrimmed(BigInt(hourlyRatePpb), PPB_SCALE),
    collateralPercent: ppmPercent(haircutPpm),
    maxBorrow: text(listing, assetId, maxBorrow),
  };
  return { market: '', coin: coin(listing, assetId), terms };
}

function namedMarginRisk(listing: TermsListing, change: Change<'setMarginTerms'>): NamedTerms {
  const { symbolId, valueAssetId, maxLeverage } = change;
  const terms = {
    ...({ kind: 'marginRisk', symbolId, maxLeverage } as const),
    transferPercent: ppmPercent(change.transferPpm),
    callPercent: ppmPercent(change.callPpm),
    liquidationPercent: ppmPercent(change.liquidationPpm),
    saleBandPercent: ppmPercent(change.saleBandPpm),
  };
  return {
    market: symbolId === CROSS ? '' : listed(listing, symbolId).symbol.name,
    coin: coin(listing, valueAssetId),
    terms,
  };
}

function namedReferral(change: Change<'setReferralTerms'>): NamedTerms {
  const [first, second, third] = change.sharesPpm;
  const terms = {
    kind: 'referral',
    firstPercent: ppmPercent(first),
    secondPercent: ppmPercent(second),
    thirdPercent: ppmPercent(third),
    capPercent: ppmPercent(change.capPpm),
  } as const;
  return { market: '', coin: '', terms };
}

function namedGears(listing: TermsListing, change: Change<'setMiningTerms'>): NamedTerms {
  const { assetId } = change;
  const gears = change.gears.map(({ minAmount, dailyPpm }) => ({
    minAmount: text(listing, assetId, minAmount),
    dailyPercent: ppmPercent(dailyPpm),
  }));
  return { market: '', coin: coin(listing, assetId), terms: { kind: 'gears', assetId, gears } };
}
