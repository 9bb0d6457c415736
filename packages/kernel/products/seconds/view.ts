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

/** What the open contracts may pay out at most, and the cap of it. */
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
  /** What is not reserved. */
  readonly available: Amount;
  /** Reserved payouts of open contracts, and their stakes: together what the escrow holds. */
  readonly reserved: Amount;
  readonly stakes: Amount;
  /** What one user's open contracts may pay out; null for no bound of their own. */
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
  /** What the open contracts may pay out. */
  readonly openPayouts: Amount;
}

/** What others may read of second contracts. */
export interface SecondsView {
  /** Whether users of this country may open contracts. */
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
