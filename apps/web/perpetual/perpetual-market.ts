import type { ContractMarketRow, MarketRow } from '@candor/api';
import { type TradeMarket, toTradeMarket } from '../trade/market/trade-market.ts';

/** A contract as the trade page needs it: its quantities are whole contracts. */
export interface PerpetualMarket extends TradeMarket {
  readonly contract: ContractMarketRow;
}

/** A row of the list of contracts, read for trading. */
export function toPerpetualMarket(row: ContractMarketRow): PerpetualMarket {
  return {
    ...toTradeMarket(row),
    quantityDecimals: 0,
    lotSize: '1',
    inContracts: true,
    contract: row,
  };
}

/** Returns true if a row of a list of markets is a contract's. */
export function isPerpetualRow(row: MarketRow | ContractMarketRow): row is ContractMarketRow {
  return 'contract_size' in row;
}
