import type { MarginAccountRow, MarginKind } from '@candor/api';

/** The account that a spot terminal trades from. */
export type TradeAccount = 'spot' | 'cross' | 'isolated';

export interface MarginChoice {
  readonly kind: MarginKind;
  /** The market of an isolated account. */
  readonly symbol: string | null;
}

/** The margin account that a terminal of a market trades from. */
export function choiceOf(account: Exclude<TradeAccount, 'spot'>, symbol: string): MarginChoice {
  return account === 'cross' ? { kind: 'all', symbol: null } : { kind: 'fixed', symbol };
}

/** Risk level of an account, from nothing owed to being sold. */
export type RiskLevel = 'none' | 'safe' | 'raised' | 'call' | 'selling' | 'unknown';

/** Finds the level of an account's risk rate. The server compares exactly; this only chooses words. */
export function riskLevelOf(account: MarginAccountRow): RiskLevel {
  if (account.selling) return 'selling';
  if (account.loans.length === 0) return 'none';
  if (account.riskRate === null) return 'unknown';
  if (account.called || Number(account.riskRate) <= Number(account.callRisk)) return 'call';
  return Number(account.riskRate) < Number(account.transferRisk) ? 'raised' : 'safe';
}

export const riskTone = {
  none: 'neutral',
  safe: 'neutral',
  raised: 'warn',
  call: 'down',
  selling: 'down',
  unknown: 'warn',
} as const satisfies Record<RiskLevel, 'neutral' | 'warn' | 'down'>;

/** Returns the available amount of a coin in a margin account. */
export function availableOf(account: MarginAccountRow, coin: string): string {
  return account.assets.find((row) => row.coin === coin)?.available ?? '0';
}
