import type { PerpetualInfo } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText } from '../../engine/values/index.ts';

/** Writes units and ids of the ledger as operators read them. */
export interface UnitsText {
  /** 12.5 USDT */
  amount(assetId: number, units: bigint): string;
  /** 12.5 */
  figure(assetId: number, units: bigint): string;
  coin(assetId: number): string;
  /** Name of a spot symbol or contract. */
  market(symbolId: number): string;
}

/** Writes by the terms that stand now; a contract's name comes from the core. */
export async function unitsText(
  catalogues: CatalogueFollower,
  core: Pick<CoreLink, 'ask'>,
): Promise<UnitsText> {
  const { contracts } = await core.ask('bookStates');
  return unitsTextOf(catalogues, contracts);
}

export function unitsTextOf(
  catalogues: CatalogueFollower,
  contracts: readonly Pick<PerpetualInfo, 'symbolId' | 'name'>[],
): UnitsText {
  const catalogue = catalogues.current();
  const names = new Map(contracts.map(({ symbolId, name }) => [symbolId, name]));
  const figure = (assetId: number, units: bigint) => amountText(catalogue, assetId, units as Amount);
  const coin = (assetId: number) => catalogue.assetById(assetId).code;
  return {
    figure,
    coin,
    amount: (assetId, units) => `${figure(assetId, units)} ${coin(assetId)}`,
    market: (symbolId) => names.get(symbolId) ?? catalogue.symbolById(symbolId)?.name ?? `#${symbolId}`,
  };
}
