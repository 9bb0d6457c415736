import type { ContractMarketRow, FeeTiers } from '@candor/api';
import type { Rates } from './fee-table.tsx';

/** The rates of a tier for contracts, in percent; while no table is set, those of the contract itself. */
export function contractRates(
  tier: FeeTiers['tiers'][number] | undefined,
  row: Pick<ContractMarketRow, 'maker_fee_percent' | 'taker_fee_percent'> | undefined,
): Rates {
  return {
    maker: tier?.perpetualMakerPercent ?? row?.maker_fee_percent ?? '0',
    taker: tier?.perpetualTakerPercent ?? row?.taker_fee_percent ?? '0',
  };
}
