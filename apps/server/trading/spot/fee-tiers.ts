import type { FeeTierRow, FeeTiers } from '@candor/api';
import type { FeeStatusView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { FeeTier } from '@candor/rules';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';

/** Trading fees by volume, with where a user stands. `userId` is null for somebody who is not signed in. */
export type FeeTierReader = (userId: number | null) => Promise<FeeTiers>;

export function createFeeTierReader(core: CoreLink, catalogues: CatalogueFollower): FeeTierReader {
  return async (userId) => {
    const { table, status, ...flatRates } = await core.ask('feeTiers', userId);
    const catalogue = catalogues.current();
    const { volumeAssetId, nextTurnMs } = table;
    const isTiered = table.tiers.length > 0;
    const tiers = isTiered ? table.tiers : [flatTier(flatRates)];
    return {
      volumeCoin: isTiered ? catalogue.assetById(volumeAssetId).code : null,
      tiers: tiers.map((tier, number) => rowOf(catalogue, isTiered ? volumeAssetId : null, tier, number)),
      nextTurnTime: Number.isFinite(nextTurnMs) ? nextTurnMs : null,
      own: status === null || !isTiered ? null : ownOf(catalogue, volumeAssetId, status, tiers),
    };
  };
}

/** The one pair of rates that holds for all while no table is set. */
function flatTier({
  makerFeePpm,
  takerFeePpm,
}: {
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}): FeeTier {
  return {
    minVolume: 0n,
    makerPpm: makerFeePpm,
    takerPpm: takerFeePpm,
    perpetualMakerPpm: 0,
    perpetualTakerPpm: 0,
  };
}

/** `volumeAssetId` is null for the one pair of rates that holds for all. */
function rowOf(
  catalogue: Catalogue,
  volumeAssetId: number | null,
  tier: FeeTier,
  number: number,
): FeeTierRow {
  return {
    tier: number,
    minVolume: volumeAssetId === null ? '0' : amountText(catalogue, volumeAssetId, tier.minVolume as Amount),
    makerPercent: ppmPercent(tier.makerPpm),
    takerPercent: ppmPercent(tier.takerPpm),
    perpetualMakerPercent: volumeAssetId === null ? null : ppmPercent(tier.perpetualMakerPpm),
    perpetualTakerPercent: volumeAssetId === null ? null : ppmPercent(tier.perpetualTakerPpm),
  };
}

function ownOf(
  catalogue: Catalogue,
  volumeAssetId: number,
  { tier, volume, volumeToday }: FeeStatusView,
  tiers: readonly FeeTier[],
): FeeTiers['own'] {
  const next = tiers[tier + 1];
  const text = (units: bigint) => amountText(catalogue, volumeAssetId, units as Amount);
  const missing = next === undefined ? null : next.minVolume - volume;
  return {
    tier,
    volume30d: text(volume),
    volumeToday: text(volumeToday),
    nextTier: next === undefined ? null : tier + 1,
    volumeToNextTier: missing === null ? null : text(missing > 0n ? missing : 0n),
  };
}
