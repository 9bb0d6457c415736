import type { ConfirmedAct } from './act-facts.ts';

/**
 * Sensitivity of a call. `factor` replaces or adds a factor: a recovery code stands for a lost one. `account` asks for
 * two kinds of factor, or for the one kind of an account that has no more. `funds` asks for two kinds of every account.
 */
export type StepUp = 'factor' | 'account' | 'funds';

/** Kinds of factors: what the user knows, has, or receives by mail. */
export const stepUpKinds = ['knowledge', 'possession', 'mail'] as const;
export type StepUpKind = (typeof stepUpKinds)[number];

/** Ways to prove a factor. A passkey with user verification suffices alone. */
export const stepUpMethods = [
  'passkey',
  'password',
  'fundPassword',
  'authenticator',
  'sms',
  'email',
  'recovery',
] as const;
export type StepUpMethod = (typeof stepUpMethods)[number];

/** The kind that a method proves; null for a passkey, which counts as two. */
export const kindOfMethod: Readonly<Record<StepUpMethod, StepUpKind | null>> = {
  passkey: null,
  password: 'knowledge',
  fundPassword: 'knowledge',
  authenticator: 'possession',
  sms: 'possession',
  email: 'mail',
  recovery: 'possession',
};

/** The header with the challenge of an act that is sent again after step-up. */
export const STEP_UP_HEADER = 'step-up';

/** Factors that an act waits for. */
export interface StepUpNeed {
  readonly challenge: string;
  /** Time at which the challenge ends, in ms since 1970. */
  readonly expiresAt: number;
  /** Ways that this account can take. */
  readonly methods: readonly StepUpMethod[];
  /** Kinds of factors that are asked for. */
  readonly needed: number;
  /** Kinds that were shown already. */
  readonly passed: readonly StepUpKind[];
  /** The act that is done once they were shown, as the server understood it. */
  readonly act: ConfirmedAct;
}
