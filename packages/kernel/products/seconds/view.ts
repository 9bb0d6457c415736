import type { Amount, PriceTicks } from '@candor/money';
import type { VenueWeight } from '@candor/rules';
import type { SecondsState, SetSecondsTerms } from './commands.ts';
import type { SecondTerms, TickReading } from './contract.ts';

export type SecondsOffer = Omit<SetSecondsTerms, 'type'>;

/** An open contract. */
export interface SecondContractView {
  readonly terms: SecondTerms;
  readonly opening: TickReading | null;
  readonly closing: readonly TickReading[];
}

/** Maximum payout of the open contracts, and its cap. */
export interface ExposureView {
  /** 0 for all symbols together. */
  readonly symbolId: number;
  readonly cap: Amount;
  readonly reserved: Amount;
}

/** An offer with the state that operators gave it. */
export interface SecondsMarketView extends SecondsOffer {
  readonly state: SecondsState;
  /** Why it is halted; '' while it is not. */
  readonly stateReason: string;
}

export interface SecondsPoolView {
  /** Null until the first terms name it. */
  readonly assetId: number | null;
  /** Part that is not reserved. */
  readonly available: Amount;
  /** Reserved payouts of open contracts, and their stakes: together what the escrow holds. */
  readonly reserved: Amount;
  readonly stakes: Amount;
  /** Maximum payout of one user's open contracts; null for no bound of their own. */
  readonly userCap: Amount | null;
  /** All symbols together first. */
  readonly exposures: readonly ExposureView[];
}

export interface SecondsLimitsView {
  readonly limit: Amount | null;
  /** The limit that counts from `pendingFromMs` on; 0: none is pending. */
  readonly pending: Amount | null;
  readonly pendingFromMs: number;
  readonly coolingOffUntilMs: number;
  readonly selfExcludedUntilMs: number;
  /** Lost since midnight UTC less what was won. */
  readonly lostToday: Amount;
  readonly openStakes: Amount;
  /** Maximum payout of the open contracts. */
  readonly openPayouts: Amount;
}

/** View of second contracts for others. */
export interface SecondsView {
  /** True when users of this country may open contracts. */
  enabledFor(country: string | null): boolean;
  offers(): readonly SecondsMarketView[];
  /** Why all are halted together; null while they are not. */
  readonly haltReason: string | null;
  pool(): SecondsPoolView;
  /** A user's open contracts, oldest first. */
  contracts(userId: number): readonly SecondContractView[];
  /** An open contract. */
  contract(contractId: number): SecondContractView | null;
  limits(userId: number): SecondsLimitsView;
  /** The second-contract index now, with the weights of today; null while it is stale. */
  index(symbolId: number): PriceTicks | null;
  weights(): readonly VenueWeight[];
}
