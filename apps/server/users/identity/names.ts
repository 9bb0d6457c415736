import { randomInt } from 'node:crypto';
import { accountName, email, phone, readPhone } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';

export type LoginType = 'account' | 'email' | 'phone';

/** Name by which a person is found: exactly one of the three. */
export interface LoginName {
  readonly type: LoginType;
  readonly value: string;
}

const schemas = { account: accountName, email, phone };

/**
 * Checks and normalises what was typed: emails in lower case, international phones in their one form.
 * @throws Refusal ACCOUNT_INVALID
 */
export function readLoginName(type: LoginType, typed: string): LoginName {
  const trimmed = typed.trim();
  const value =
    type === 'email'
      ? trimmed.toLowerCase()
      : type === 'phone'
        ? (readPhone(trimmed, null)?.e164 ?? '')
        : trimmed;
  if (!schemas[type].safeParse(value).success) throw new Refusal('ACCOUNT_INVALID', { field: 'account' });
  return { type, value };
}

/** First 2 and last 2 characters of an email or a name, first 3 and last 4 of a phone, '--' of nothing. */
export function maskedAccount(user: {
  readonly email: string | null;
  readonly phone: string | null;
  readonly account: string | null;
}): string {
  if (user.phone !== null && user.email === null && user.account === null) {
    return `${user.phone.slice(0, 3)}****${user.phone.slice(-4)}`;
  }
  const text = user.email ?? user.account;
  return text === null ? '--' : `${text.slice(0, 2)}****${text.slice(-2)}`;
}

/** Without 0, O, 1, I and L, which people mix up. */
const INVITE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A random invite code of 8 characters; its row is unique, so a clash is tried again. */
export function newInviteCode(): string {
  return Array.from({ length: 8 }, () => INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)]).join('');
}
