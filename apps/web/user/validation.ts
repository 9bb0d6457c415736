import { CallError, isAccountOf, isNewPassword, PASSWORD_LENGTH, plainCode, readPhone } from '@candor/api';
import { type ErrorText, errorText } from '../data/index.ts';

/** The kind of login name of an account. */
export type AccountKind = 'account' | 'email' | 'phone';

export interface AuthFields {
  readonly kind: AccountKind;
  readonly account: string;
  /** The country of a phone number without a plus: two letters. */
  readonly country: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly inviteCode: string;
  /** The code that was sent by mail or SMS, or one of another factor. */
  readonly code: string;
}

/** A message id, or null when the value will do. */
export type Complaint = string | null;

/** The account as it is sent: trimmed, an email in lower case, a phone in its one form. What is none stays. */
export function accountOf(fields: Pick<AuthFields, 'kind' | 'account' | 'country'>): string {
  const typed = fields.account.trim();
  if (fields.kind === 'email') return typed.toLowerCase();
  return fields.kind === 'phone' ? (readPhone(typed, fields.country)?.e164 ?? typed) : typed;
}

/**
 * Returns the kind of a login name that somebody logs in with, whatever tab it was typed under: an email has an @, a phone
 * begins with a digit or a plus, and a name does with a letter.
 */
export function kindTyped(tab: AccountKind, account: string): AccountKind {
  const typed = account.trim();
  if (typed.includes('@')) return 'email';
  if (/^[+(\p{Nd}]/u.test(typed)) return 'phone';
  return isAccountOf.account(typed) ? 'account' : tab;
}

export function checkAccount(fields: Pick<AuthFields, 'kind' | 'account' | 'country'>): Complaint {
  if (fields.account.trim() === '') return `user.required.${fields.kind}`;
  return isAccountOf[fields.kind](accountOf(fields)) ? null : `user.invalid.${fields.kind}`;
}

/** A password that is only asked for again: anything of its length will do, since the server decides. */
export function checkPasswordGiven(password: string): Complaint {
  if (password === '') return 'user.required.password';
  return password.length > PASSWORD_LENGTH.most ? 'user.invalid.password' : null;
}

/** A new password: 6 to 128 of letters, digits and symbols, at least two of the three kinds. */
export function checkNewPassword(password: string): Complaint {
  if (password === '') return 'user.required.password';
  return isNewPassword(password) ? null : 'user.invalid.password';
}

export function checkConfirmation(password: string, confirmation: string): Complaint {
  if (confirmation === '') return 'user.required.confirmPassword';
  return confirmation === password ? null : 'user.invalid.confirmPassword';
}

/** The invite code is optional. */
export function checkInviteCode(code: string): Complaint {
  return code.trim() === '' || /^[A-Za-z0-9]{4,16}$/.test(code.trim()) ? null : 'user.invalid.inviteCode';
}

/** A code: six digits where one was sent; other factors take other forms. */
export function checkCodeGiven(code: string, wasSent: boolean): Complaint {
  const typed = code.trim();
  if (typed === '') return 'user.required.code';
  return !wasSent || /^\d{6}$/.test(plainCode(typed)) ? null : 'user.invalid.code';
}

export type AuthField = 'account' | 'password' | 'confirmPassword' | 'inviteCode' | 'code';

const fieldsByKey: Readonly<Record<string, AuthField>> = {
  ACCOUNT_TAKEN: 'account',
  ACCOUNT_INVALID: 'account',
  PASSWORD_INVALID: 'password',
  PASSWORDS_DIFFER: 'confirmPassword',
  INVITE_CODE_UNKNOWN: 'inviteCode',
  CODE_REQUIRED: 'code',
  CODE_WRONG: 'code',
  PASSWORD_COMMON: 'password',
  PHONE_NOT_MOBILE: 'account',
};

const fieldsByName: Readonly<Record<string, AuthField>> = {
  account: 'account',
  password: 'password',
  confirmPassword: 'confirmPassword',
  invite_code: 'inviteCode',
  code: 'code',
};

/** Returns where an error of the server belongs: at a field, or null for the form as a whole. */
export function placeOfError(error: unknown): { readonly field: AuthField | null; readonly text: ErrorText } {
  const text = errorText(error);
  if (!(error instanceof CallError)) return { field: null, text };
  const byKey = error.key === null ? undefined : fieldsByKey[error.key];
  const byName = fieldsByName[error.problem?.field?.split('.').at(-1) ?? ''];
  return { field: byKey ?? byName ?? null, text };
}
