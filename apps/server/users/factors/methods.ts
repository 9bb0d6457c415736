import { kindOfMethod, type StepUp, type StepUpMethod } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';

/** The factors of an account, as far as they decide how it shows itself. */
export interface OwnFactors {
  readonly authenticator: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: boolean;
  readonly fundPassword: boolean;
  readonly email: boolean;
  readonly phone: boolean;
}

export interface Requirement {
  readonly methods: readonly StepUpMethod[];
  /** Kinds of factors; a passkey alone suffices in any case. */
  readonly needed: 1 | 2;
}

/**
 * The ways in which an account can show itself for an act of this level. An account with one kind of factor shows that
 * one, so that it can set up a second; only what moves funds asks every account for two.
 * @throws Refusal STEP_UP_SETUP_FIRST for an act with funds where there is one kind only
 */
export function requirementOf(own: OwnFactors, level: StepUp): Requirement {
  const methods: StepUpMethod[] = ['password'];
  if (own.passkeys > 0) methods.unshift('passkey');
  if (own.authenticator) methods.push('authenticator');
  if (own.phone) methods.push('sms');
  if (own.email) methods.push('email');
  if (own.fundPassword) methods.push('fundPassword');
  const kinds = new Set(methods.map((method) => kindOfMethod[method]));
  const isStrong = kinds.size >= 2;
  if (!isStrong && level === 'funds') throw new Refusal('STEP_UP_SETUP_FIRST');
  // a recovery code stands for a factor that is lost; where there is none, nothing is lost
  if (level === 'factor' && own.recoveryCodes && isStrong) methods.push('recovery');
  return { methods, needed: isStrong ? 2 : 1 };
}
