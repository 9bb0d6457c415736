import type { MarketTerms } from '@candor/api';
import type { AssetInfo, TermsChange } from '@candor/kernel';
import { type Amount, type Lots, parseDecimal, toLots } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { contractOf, listed, PPB_SCALE, PPM_SCALE, spotOf, type TermsListing } from './terms-listing.ts';

type Terms<Kind extends MarketTerms['kind']> = Extract<MarketTerms, { readonly kind: Kind }>;

/**
 * Reads terms of the API as the command that sets them.
 * @throws Refusal UNKNOWN_SYMBOL, UNKNOWN_COIN, TERMS_INVALID
 */
export function termsCommand(listing: TermsListing, terms: MarketTerms): TermsChange {
  switch (terms.kind) {
    case 'fees':
      return feesCommand(listing, terms);
    case 'limits':
      return limitsCommand(listing, terms);
    case 'brackets':
      return bracketsCommand(listing, terms);
    case 'marginCoin':
      return marginCoinCommand(listing, terms);
    case 'marginRisk':
      return marginRiskCommand(listing, terms);
    case 'referral':
      return referralCommand(terms);
    case 'gears':
      return gearsCommand(listing, terms);
  }
}

function feesCommand({ facts: { fees }, catalogue }: TermsListing, terms: Terms<'fees'>): TermsChange {
  return {
    type: 'setFeeTiers',
    volumeAssetId: fees.volumeAssetId,
    tiers: terms.tiers.map((tier) => ({
      minVolume: unitsOf(tier.minVolume, catalogue.assetById(fees.volumeAssetId)),
      makerPpm: rateOf(tier.makerPercent, PPM_SCALE),
      takerPpm: rateOf(tier.takerPercent, PPM_SCALE),
      perpetualMakerPpm: rateOf(tier.perpetualMakerPercent, PPM_SCALE),
      perpetualTakerPpm: rateOf(tier.perpetualTakerPercent, PPM_SCALE),
    })),
  };
}

function limitsCommand(listing: TermsListing, terms: Terms<'limits'>): TermsChange {
  const { symbolId, maxOpenOrders } = terms;
  const { symbol, quoteAssetId } = listed(listing, symbolId);
  const maxLots = toLots(terms.maxQuantity, symbol);
  if (maxLots === null) throw new Refusal('TERMS_INVALID', { field: 'maxQuantity' });
  return {
    type: spotOf(listing, symbolId) === undefined ? 'setPerpetualLimits' : 'setSymbolLimits',
    symbolId,
    maxOpenOrders,
    maxLots: maxLots as Lots,
    minNotional: unitsOf(terms.minNotional, listing.catalogue.assetById(quoteAssetId)),
    priceBandPpm: rateOf(terms.priceBandPercent, PPM_SCALE),
  };
}

function bracketsCommand(listing: TermsListing, terms: Terms<'brackets'>): TermsChange {
  const { symbolId } = terms;
  if (contractOf(listing, symbolId) === undefined) throw new Refusal('UNKNOWN_SYMBOL');
  const asset = listing.catalogue.assetById(listed(listing, symbolId).quoteAssetId);
  const tiers = terms.brackets.map(({ floor, maintenancePercent, maxLeverage }) => ({
    floorNotional: unitsOf(floor, asset),
    mmrPpm: rateOf(maintenancePercent, PPM_SCALE),
    maxLeverage,
  }));
  return { type: 'setPerpetualTiers', symbolId, tiers };
}

function marginCoinCommand({ catalogue }: TermsListing, terms: Terms<'marginCoin'>): TermsChange {
  const { assetId, borrowable } = terms;
  const asset = catalogue.assets.find((each) => each.assetId === assetId);
  if (asset === undefined) throw new Refusal('UNKNOWN_COIN');
  return {
    type: 'setMarginAsset',
    assetId,
    borrowable,
    hourlyRatePpb: rateOf(terms.hourlyRatePercent, PPB_SCALE),
    haircutPpm: rateOf(terms.collateralPercent, PPM_SCALE),
    maxBorrow: unitsOf(terms.maxBorrow, asset),
  };
}

function marginRiskCommand(
  { facts: { marginTerms } }: TermsListing,
  terms: Terms<'marginRisk'>,
): TermsChange {
  const { symbolId, maxLeverage } = terms;
  const stands = marginTerms.find((each) => each.symbolId === symbolId);
  if (stands === undefined) throw new Refusal('UNKNOWN_SYMBOL');
  return {
    type: 'setMarginTerms',
    symbolId,
    valueAssetId: stands.valueAssetId,
    maxLeverage,
    transferPpm: rateOf(terms.transferPercent, PPM_SCALE),
    callPpm: rateOf(terms.callPercent, PPM_SCALE),
    liquidationPpm: rateOf(terms.liquidationPercent, PPM_SCALE),
    saleBandPpm: rateOf(terms.saleBandPercent, PPM_SCALE),
  };
}

function referralCommand(terms: Terms<'referral'>): TermsChange {
  const { firstPercent, secondPercent, thirdPercent } = terms;
  return {
    type: 'setReferralTerms',
    sharesPpm: [
      rateOf(firstPercent, PPM_SCALE),
      rateOf(secondPercent, PPM_SCALE),
      rateOf(thirdPercent, PPM_SCALE),
    ],
    capPpm: rateOf(terms.capPercent, PPM_SCALE),
  };
}

function gearsCommand({ facts: { mining }, catalogue }: TermsListing, terms: Terms<'gears'>): TermsChange {
  const { assetId } = terms;
  const asset = catalogue.assets.find((each) => each.assetId === assetId);
  // the first gears of a coin are no change of terms, and one coin is mined
  const isMined = mining.some((each) => each.assetId === assetId);
  if (asset === undefined || !isMined) throw new Refusal('UNKNOWN_COIN');
  const gears = terms.gears.map(({ minAmount, dailyPercent }) => ({
    minAmount: unitsOf(minAmount, asset),
    dailyPpm: rateOf(dailyPercent, PPM_SCALE),
  }));
  return { type: 'setMiningTerms', assetId, gears };
}

function unitsOf(text: string, { scale }: AssetInfo): Amount {
  const units = parseDecimal(text, scale);
  if (units === null) throw new Refusal('TERMS_INVALID');
  return units as Amount;
}

/** A percentage as a rate in parts; one that is finer than the parts, or no rate at all, is refused. */
function rateOf(percent: string, scale: number): number {
  const parts = parseDecimal(percent, scale);
  if (parts === null || parts > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal('TERMS_INVALID');
  return Number(parts);
}
