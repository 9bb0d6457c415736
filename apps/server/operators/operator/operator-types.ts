import type { OperatorRole } from '@candor/api';
import type { Trx } from '../../base/database/index.ts';
import type { DeviceToken, KnownDevice, LoginProof, Visitor } from '../../gateway/logins/index.ts';

export interface Operator {
  readonly operatorId: number;
  readonly name: string;
  readonly role: OperatorRole;
}

export interface OperatorSession extends Operator {
  readonly tokenHash: string;
  readonly expiresAtMs: number;
}

export interface FirstStep {
  readonly ticket: string;
  readonly expiresAtMs: number;
  readonly enrolment: { readonly secret: string; readonly uri: string } | null;
  /** True after a setup secret or a link. */
  readonly setsPassword: boolean;
}

/** A complete login. */
export interface OperatorEntrance {
  readonly token: string;
  readonly session: OperatorSession;
  /** Identifies the browser at its next login. */
  readonly device: DeviceToken;
}

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly code: string;
}

export interface NewSigningKey {
  /** Ed25519, raw, base64url. */
  readonly publicKey: string;
  /** Signature by the new key over `signingKeyText`. */
  readonly signature: string;
  readonly code: string;
}

/** An operator's device that completed a login before. */
export interface OperatorDevice extends KnownDevice {
  /** The device that asks. */
  readonly current: boolean;
}

/** Accounts and logins of operators. They are no users, and no user can become one. */
export interface Operators {
  /** The first operator, if its second factor is enrolled, and if its setup secret is over; null in a new house. */
  first(): Promise<{
    readonly name: string;
    readonly enrolled: boolean;
    readonly isSetupOver: boolean;
  } | null>;
  /**
   * Makes the first operator of a new house, with `password` or a random one. Where there is one without a second
   * factor, nobody has been let in yet, and it gets this password. `isSetup` makes it a setup secret: it works once,
   * within three days of its first use here, and a password of the operator's own takes its place. Another password ends
   * logins that had begun. Null once the factor is enrolled.
   */
  ensureFirst(
    password?: string,
    isSetup?: boolean,
  ): Promise<{ readonly name: string; readonly password: string } | null>;
  /**
   * Makes the second operator of a practice house, of finance, so that acts for four eyes can be shown; the password is
   * asked for only where it is set. Returns true while that operator's second factor is not enrolled.
   */
  ensureSecond(password: () => Promise<string>): Promise<boolean>;
  /** Name and password. @throws Refusal WRONG_CREDENTIALS or LOGIN_RATE_LIMITED */
  login(name: string, password: string, visitor: Visitor, proof?: LoginProof | null): Promise<FirstStep>;
  /**
   * Begins the set-up of a newcomer by the link of the mail, which ends with the second step.
   * @throws Refusal OPERATOR_LINK_WRONG or LOGIN_RATE_LIMITED
   */
  openSetup(link: string, visitor: Visitor): Promise<FirstStep & { readonly operator: Operator }>;
  /**
   * The code of the second factor, which enrols it at the first login. A ticket stands a few wrong codes. After a setup
   * secret, `newPassword` takes its place.
   * @throws Refusal OPERATOR_SECOND_FACTOR_WRONG, OPERATOR_STEP_EXPIRED, LOGIN_RATE_LIMITED, OPERATOR_PASSWORD_NEEDED or
   *   OPERATOR_PASSWORD_WEAK
   */
  secondFactor(
    ticket: string,
    code: string,
    visitor: Visitor,
    newPassword?: string,
  ): Promise<OperatorEntrance>;
  /**
   * Changes the password by the old one and a code. All other sessions end, and all other devices are forgotten.
   * @returns how many sessions ended
   * @throws Refusal OPERATOR_PASSWORD_WRONG, OPERATOR_PASSWORD_WEAK, OPERATOR_SECOND_FACTOR_WRONG or LOGIN_RATE_LIMITED
   */
  changePassword(session: OperatorSession, change: PasswordChange, visitor: Visitor): Promise<number>;
  devices(session: OperatorSession, visitor: Visitor): Promise<readonly OperatorDevice[]>;
  /** @throws Refusal NOT_FOUND */
  forgetDevice(session: OperatorSession, id: string): Promise<void>;
  /**
   * Registers the key that the operator's browser signs approvals with, in the place of an earlier one.
   * @throws Refusal OPERATOR_SIGNATURE_WRONG, OPERATOR_KEY_TAKEN, OPERATOR_SECOND_FACTOR_WRONG or LOGIN_RATE_LIMITED
   */
  registerSigningKey(session: OperatorSession, key: NewSigningKey, visitor: Visitor): Promise<void>;
  /**
   * Runs an act that asks for a code; `check` enters the code within the act's transaction.
   * @throws Refusal OPERATOR_SECOND_FACTOR_WRONG or LOGIN_RATE_LIMITED
   */
  withCode<T>(
    session: Operator,
    code: string,
    visitor: Visitor,
    act: (check: (trx: Trx) => Promise<void>) => Promise<T>,
  ): Promise<T>;
  /** The registered key; null for none. */
  signingKey(
    session: Operator,
  ): Promise<{ readonly publicKey: string; readonly registeredAtMs: number } | null>;
  authenticate(token: string): Promise<OperatorSession | null>;
  logout(session: OperatorSession): Promise<void>;
  /** Writes failed logins that are not in the log yet, as far as their hour is over. */
  settleFailures(): Promise<void>;
}
