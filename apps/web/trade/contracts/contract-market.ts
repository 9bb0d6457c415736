import type { ContractMarketRow, MarketRow } from '@candor/contract';
import { type TradeMarket, toTradeMarket } from '../page/trade-market.ts';

/** A contract as the trade page needs it: its quantities are whole contracts. */
export interface ContractMarket extends TradeMarket {
  readonly contract: ContractMarketRow;
}

/** A row of the list of contracts, read for trading; `unit` is what a contract is called. */
export function toContractMarket(row: ContractMarketRow, unit: string): ContractMarket {
  return {
    ...toTradeMarket(row),
    quantityDecimals: 0,
    lotSize: '1',
    sizeUnit: unit,
    contract: row,
  };
}

/** Whether a row of a list of markets is a contract's. */
export function isContractRow(row: MarketRow | ContractMarketRow): row is ContractMarketRow {
  return 'contract_size' in row;
}
