import type { FeeTierRow, FeeTiers } from '@candor/contract';
import type { Engine } from '@candor/journal';
import type { FeeStandingView, KernelView } from '@candor/kernel';
import type { FeeTier } from '@candor/rules';
import type { Catalogue, CatalogueFollower } from './catalogue.ts';
import { amountText, ppmPercent } from './format.ts';

/** Trading fees by volume, with where a user stands. `userId` is null for somebody who is not signed in. */
export type FeeTierReader = (userId: number | null) => Promise<FeeTiers>;

export function createFeeTierReader(engine: Engine, catalogues: CatalogueFollower): FeeTierReader {
  return async (userId) => {
    const { table, standing, flat } = await engine.read((view) => ({
      table: view.spot.feeTiers(),
      standing: userId !== null && view.hasAccount(userId) ? view.spot.feeStanding(userId) : null,
      flat: flatTier(view),
    }));
    const catalogue = catalogues.current();
    const { volumeAssetId, nextTurnMs } = table;
    const isTiered = table.tiers.length > 0;
    const tiers = isTiered ? table.tiers : [flat];
    return {
      volumeCoin: isTiered ? catalogue.assetById(volumeAssetId).code : null,
      tiers: tiers.map((tier, number) => rowOf(catalogue, volumeAssetId, tier, number)),
      nextTurnTime: Number.isFinite(nextTurnMs) ? nextTurnMs : null,
      own: standing === null || !isTiered ? null : ownOf(catalogue, volumeAssetId, standing, tiers),
    };
  };
}

/** The one pair of rates that holds for all while no table is set. */
function flatTier(view: KernelView): FeeTier {
  const { makerFeePpm, takerFeePpm } = view;
  return {
    minVolume: 0n,
    makerPpm: makerFeePpm,
    takerPpm: takerFeePpm,
    perpetualMakerPpm: 0,
    perpetualTakerPpm: 0,
  };
}

function rowOf(catalogue: Catalogue, volumeAssetId: number, tier: FeeTier, number: number): FeeTierRow {
  return {
    tier: number,
    minVolume: tier.minVolume === 0n ? '0' : amountText(catalogue, volumeAssetId, tier.minVolume as never),
    makerPercent: ppmPercent(tier.makerPpm),
    takerPercent: ppmPercent(tier.takerPpm),
    perpetualMakerPercent: ppmPercent(tier.perpetualMakerPpm),
    perpetualTakerPercent: ppmPercent(tier.perpetualTakerPpm),
  };
}

function ownOf(
  catalogue: Catalogue,
  volumeAssetId: number,
  { tier, volume, volumeToday }: FeeStandingView,
  tiers: readonly FeeTier[],
): FeeTiers['own'] {
  const next = tiers[tier + 1];
  const text = (units: bigint) => amountText(catalogue, volumeAssetId, units as typeof volume);
  const missing = next === undefined ? null : next.minVolume - volume;
  return {
    tier,
    volume30d: text(volume),
    volumeToday: text(volumeToday),
    nextTier: next === undefined ? null : tier + 1,
    volumeToNextTier: missing === null ? null : text(missing > 0n ? missing : 0n),
  };
}
