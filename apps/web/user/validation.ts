import { accountName, CallError, email, newPassword, phone } from '@candor/contract';
import { type ErrorText, errorText } from '../data/index.ts';

/** What an account is known by. */
export type AccountKind = 'account' | 'email' | 'phone';

export interface AuthFields {
  readonly kind: AccountKind;
  readonly account: string;
  /** The calling code of a phone number, with its plus: +49. */
  readonly callingCode: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly inviteCode: string;
}

/** A message id, or null when the value will do. */
export type Complaint = string | null;

/** A national number joined to its calling code in international form; what already is international stays. */
export function internationalPhone(callingCode: string, typed: string): string {
  const compact = typed.replace(/[\s().-]/g, '');
  if (compact.startsWith('+')) return compact;
  if (compact.startsWith('00')) return `+${compact.slice(2)}`;
  return callingCode + compact.replace(/^0/, '');
}

/** The account as it is sent: trimmed, an email in lower case, a phone in international form. */
export function accountOf(fields: Pick<AuthFields, 'kind' | 'account' | 'callingCode'>): string {
  const typed = fields.account.trim();
  if (fields.kind === 'email') return typed.toLowerCase();
  return fields.kind === 'phone' ? internationalPhone(fields.callingCode, typed) : typed;
}

const schemas = { account: accountName, email, phone } as const;

export function checkAccount(fields: Pick<AuthFields, 'kind' | 'account' | 'callingCode'>): Complaint {
  if (fields.account.trim() === '') return `auth.required.${fields.kind}`;
  return schemas[fields.kind].safeParse(accountOf(fields)).success ? null : `auth.invalid.${fields.kind}`;
}

/** A password that is only asked for again: anything will do, since the server decides. */
export function checkPasswordGiven(password: string): Complaint {
  return password === '' ? 'auth.required.password' : null;
}

/** A new password: 6 to 20 of letters, digits and symbols, at least two of the three kinds. */
export function checkNewPassword(password: string): Complaint {
  if (password === '') return 'auth.required.password';
  return newPassword.safeParse(password).success ? null : 'auth.invalid.password';
}

export function checkConfirmation(password: string, confirmation: string): Complaint {
  if (confirmation === '') return 'auth.required.confirmPassword';
  return confirmation === password ? null : 'auth.invalid.confirmPassword';
}

/** The invite code is optional. */
export function checkInviteCode(code: string): Complaint {
  return code.trim() === '' || /^[A-Za-z0-9]{4,16}$/.test(code.trim()) ? null : 'auth.invalid.inviteCode';
}

export type AuthField = 'account' | 'password' | 'confirmPassword' | 'inviteCode';

const fieldsByKey: Readonly<Record<string, AuthField>> = {
  ACCOUNT_TAKEN: 'account',
  ACCOUNT_INVALID: 'account',
  PASSWORD_INVALID: 'password',
  PASSWORDS_DIFFER: 'confirmPassword',
  INVITE_CODE_UNKNOWN: 'inviteCode',
};

const fieldsByName: Readonly<Record<string, AuthField>> = {
  account: 'account',
  password: 'password',
  confirmPassword: 'confirmPassword',
  invite_code: 'inviteCode',
};

/** Where an answer of the server belongs: at a field, or null for the form as a whole. */
export function placeOfError(error: unknown): { readonly field: AuthField | null; readonly text: ErrorText } {
  const text = errorText(error);
  if (!(error instanceof CallError)) return { field: null, text };
  const byKey = error.key === null ? undefined : fieldsByKey[error.key];
  const byName = fieldsByName[error.problem?.field?.split('.').at(-1) ?? ''];
  return { field: byKey ?? byName ?? null, text };
}
