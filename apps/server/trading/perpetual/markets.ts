import type {
  CoinRecord,
  ContractMarketRow,
  ContractState,
  FundingRateRow,
  MaintenanceTier,
  MarketRow,
  Ticker,
} from '@candor/api';
import type { PerpetualInfo } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { tierSteps } from '@candor/rules';
import type { Listed, PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { platesOf } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History, MarketSource } from '../../engine/ports.ts';
import { amountText, coinRecord } from '../../engine/values/index.ts';
import { rowContext } from './context.ts';
import { contractsText, type Figures, ppbText, ppmText } from './figures.ts';
import type { PerpetualFollower } from './listings.ts';
import type { ContractInfo, LiveContract } from './queries.ts';
import { fundingRow } from './receipts.ts';
import type { RowContext } from './rows.ts';

/** Contracts as the public sees them. */
export interface PerpetualMarkets {
  /** All contract markets; `favourites` holds the symbol ids that the reader watches. */
  rows(favourites: ReadonlySet<number>): Promise<ContractMarketRow[]>;
  coins(): CoinRecord[];
  /** Mark, index, funding and open interest of the named contract, of all where none is named. */
  states(symbol: string | null): Promise<ContractState[]>;
  tiers(): { symbol: string; tiers: MaintenanceTier[] }[];
  fundingHistory(symbol: string, page: PageRequest): Promise<Listed<FundingRateRow>>;
  insurance(): Promise<{ coin: string; amount: string; seq: number }[]>;
}

const MICROS = 1_000_000n;

export interface PerpetualMarketsDeps {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly perpetualListings: PerpetualFollower;
  readonly market: MarketSource;
  readonly history: History;
}

export function createPerpetualMarkets(deps: PerpetualMarketsDeps): PerpetualMarkets {
  const { core, catalogues, perpetualListings: contracts, market, history } = deps;
  const context = () => rowContext(catalogues, contracts);
  const listed = () => contracts.current().contracts;
  const tickers = () => new Map(market.tickers().map((ticker) => [ticker.symbol, ticker]));

  return {
    async rows(favourites) {
      const all = listed();
      const { live } = await core.ask('liveContracts', idsOf(all));
      const byName = tickers();
      return all.map((contract, at) =>
        marketRow(context(), contract, live[at] as LiveContract, byName.get(contract.name), favourites),
      );
    },
    coins() {
      const byName = tickers();
      return listed().map((contract) => contractRecord(context(), contract, byName.get(contract.name)));
    },
    async states(symbol) {
      const wanted = symbol === null ? listed() : [contracts.current().contract(symbol)];
      const { live, timeMs } = await core.ask('liveContracts', idsOf(wanted));
      const { figures } = context();
      return wanted.map((contract, at) => contractState(figures, contract, live[at] as LiveContract, timeMs));
    },
    tiers: () =>
      listed().map((contract) => ({ symbol: contract.name, tiers: tierRows(context(), contract) })),
    async fundingHistory(symbol, page) {
      const { symbolId } = contracts.current().contract(symbol);
      const { rows, next } = await history.perpetual.funding(symbolId, page.cursor, page.limit);
      return { records: rows.map((row) => fundingRow(context(), row)), nextCursor: next };
    },
    async insurance() {
      const assets = [...new Set(listed().map(({ settleAssetId }) => settleAssetId))];
      const catalogue = catalogues.current();
      const { amounts, seq } = await core.ask('contractInsurance', assets);
      return assets.map((assetId, at) => ({
        coin: catalogue.assetById(assetId).code,
        amount: amountText(catalogue, assetId, amounts[at] as Amount),
        seq,
      }));
    },
  };
}

const idsOf = (contracts: readonly ContractInfo[]) => contracts.map(({ symbolId }) => symbolId);

/** Returns the public state of a contract at `timeMs`. */
export function contractState(
  figures: Figures,
  contract: PerpetualInfo,
  live: LiveContract,
  timeMs: number,
): ContractState {
  const { mark, funding } = live;
  return {
    symbol: contract.name,
    markPrice: figures.price(contract, mark?.markTicks ?? null),
    indexPrice: figures.price(contract, mark?.indexTicks ?? null),
    fundingRate: funding === null ? null : ppbText(funding.predictedPpb),
    lastFundingRate: funding?.lastPpb == null ? null : ppbText(funding.lastPpb),
    nextFundingTime: funding?.nextMs ?? 0,
    fundingIntervalMs: contract.fundingIntervalMs,
    openInterest: contractsText(mark?.openLots ?? 0),
    time: timeMs,
  };
}

function marketRow(
  context: RowContext,
  contract: ContractInfo,
  live: LiveContract,
  ticker: Ticker | undefined,
  favourites: ReadonlySet<number>,
): ContractMarketRow {
  const state = contractState(context.figures, contract, live, 0);
  const favourite = favourites.has(contract.symbolId) ? 1 : 0;
  return {
    ...statistics(ticker),
    id: contract.symbolId,
    c_id: contract.symbolId,
    symbol_name: context.shownName(contract),
    base_symbol: context.coin(contract.baseAssetId),
    quote_symbol: context.coin(contract.settleAssetId),
    base_name: context.coin(contract.baseAssetId),
    plate: platesOf(context.coin(contract.baseAssetId)).join(','),
    part_cou: 0,
    full_cou: contract.priceDecimals,
    optional: favourite,
    collect: favourite,
    symbol: contract.name,
    tick_size: contract.tickDecimal,
    lot_size: '1',
    min_notional: context.figures.amount(contract, contract.minNotional),
    max_quantity: contractsText(contract.maxLots),
    max_open_orders: contract.maxOpenOrders,
    price_band_percent: contract.priceBandPpm === 0 ? null : ppmText(contract.priceBandPpm),
    state: contract.state,
    state_reason: contract.stateReason,
    contract_size: contract.lotDecimal,
    settle_symbol: context.coin(contract.settleAssetId),
    max_leverage: contract.maxLeverage,
    maker_fee_percent: ppmText(contract.makerFeePpm),
    taker_fee_percent: ppmText(contract.takerFeePpm),
    liquidation_fee_percent: ppmText(contract.liquidationFeePpm),
    mark: state.markPrice,
    index: state.indexPrice,
    funding_rate: state.fundingRate,
    next_funding_time: state.nextFundingTime,
    open_interest: state.openInterest,
    tiers: tierRows(context, contract),
  };
}

function statistics(
  ticker: Ticker | undefined,
): Pick<MarketRow, 'close' | 'open' | 'high24' | 'low24' | 'volume24' | 'amount' | 'zdf' | 'own_volume24'> {
  return {
    close: ticker?.last ?? null,
    open: ticker?.open24h ?? null,
    high24: ticker?.high24h ?? null,
    low24: ticker?.low24h ?? null,
    volume24: ticker?.volume24h ?? null,
    amount: ticker?.quoteVolume24h ?? null,
    zdf: ticker?.changePercent24h ?? null,
    own_volume24: ticker?.ownVolume24h ?? '0',
  };
}

function contractRecord(context: RowContext, contract: ContractInfo, ticker: Ticker | undefined): CoinRecord {
  return coinRecord(
    {
      id: contract.symbolId,
      baseCoin: context.coin(contract.settleAssetId),
      coin: context.coin(contract.baseAssetId),
      name: contract.name,
      // beside a spot market of the same name
      showSymbol: `${context.shownName(contract)} PERP`,
      market: 'contract',
      coinType: 3,
    },
    ticker,
  );
}

function tierRows(context: RowContext, contract: ContractInfo): MaintenanceTier[] {
  const steps = tierSteps(contract.tiers);
  const amount = (units: bigint) => context.figures.amount(contract, units as Amount);
  return steps.map((step, at) => ({
    tier: at + 1,
    notionalFloor: amount(step.floorNotional),
    notionalCap: at + 1 === steps.length ? null : amount(steps[at + 1]!.floorNotional),
    maintenanceMarginPercent: ppmText(step.mmrPpm),
    // Shown to the unit, rounded down; the exact one is the tiers' own sum.
    deduction: amount(step.deductionMicros / MICROS),
    maxLeverage: step.maxLeverage,
  }));
}
