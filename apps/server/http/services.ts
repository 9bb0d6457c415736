import type { Content } from '../content/index.ts';
import type { CoreLink } from '../core/index.ts';
import type { Identity } from '../identity/index.ts';
import type {
  BalanceReader,
  CatalogueFollower,
  ContractFollower,
  ContractMarkets,
  ContractRecords,
  Contracts,
  DepthSource,
  FeeTierReader,
  Margin,
  MarketSource,
  Orders,
  Practice,
  Records,
  Seconds,
  Transfers,
} from '../usecases/index.ts';

/** The rooms that the handlers call. */
export interface Services {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly contractListings: ContractFollower;
  readonly market: MarketSource;
  readonly depth: DepthSource;
  readonly orders: Orders;
  readonly feeTiers: FeeTierReader;
  readonly records: Records;
  readonly seconds: Seconds;
  readonly balances: BalanceReader;
  readonly contracts: Contracts;
  readonly contractRecords: ContractRecords;
  readonly contractMarkets: ContractMarkets;
  readonly transfers: Transfers;
  readonly margin: Margin;
  readonly practice: Practice;
  readonly identity: Identity;
  readonly content: Content;
  readonly now: () => number;
  /** Whether cookies are only for https and carry the __Host- prefix. */
  readonly secure: boolean;
}
