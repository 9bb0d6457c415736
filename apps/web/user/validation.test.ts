import { CallError } from '@candor/api';
import { describe, expect, it } from 'vitest';
import {
  accountOf,
  checkAccount,
  checkCodeGiven,
  checkConfirmation,
  checkInviteCode,
  checkNewPassword,
  kindTyped,
  placeOfError,
} from './validation.ts';

describe('the forms of login and registration', () => {
  it('sends a phone in its one form, by the rules of the chosen country', () => {
    const phone = (account: string, country: string) => accountOf({ kind: 'phone', account, country });
    expect(phone('0151 234-56799', 'DE')).toBe('+4915123456799');
    expect(phone('+49 (0)151 23456799', 'FR')).toBe('+4915123456799');
    expect(phone('0043 660 1234567', 'DE')).toBe('+436601234567');
    expect(phone('8 912 345 67 89', 'RU')).toBe('+79123456789');
    expect(phone('07 12 34 56 78', 'CI')).toBe('+2250712345678');
  });

  it('takes a code with the spaces and dashes of apps and mails', () => {
    for (const code of ['841363', '841 363', ' 841-363 ', '8 4 1 3 6 3', '841\u202f363', '８４１３６３'])
      expect(checkCodeGiven(code, true), code).toBeNull();
    for (const code of ['84136', '8413637', 'abcdef'])
      expect(checkCodeGiven(code, true)).toBe('user.invalid.code');
  });

  it('sends an email trimmed and in lower case, a name as it is', () => {
    expect(accountOf({ kind: 'email', account: ' Ada@Example.ORG ', country: 'DE' })).toBe('ada@example.org');
    expect(accountOf({ kind: 'account', account: ' Ada_1 ', country: 'DE' })).toBe('Ada_1');
  });

  it.each([
    'a@b.co',
    "sean.o'brien@example.org",
    "o'@example.org",
    'user/department@example.org',
    'a#b&c=d?e{f|g}h~i@example.org',
    '!%$`*^@example.org',
    'ada+exchange@mail.example.museum',
    'ada@xn--bcher-kva.example',
    'ada@example.xn--p1ai',
    'ada@XN--VERMGENSBERATER-CTB.XN--VERMGENSBERATUNG-PWB',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.org`,
  ])('takes the address %s, which mail servers take', (account) => {
    expect(checkAccount({ kind: 'email', account, country: 'DE' })).toBeNull();
  });

  it.each([
    'ada',
    'ada@example',
    '.ada@example.org',
    'ada.@example.org',
    'a..b@example.org',
    'ada@-example.org',
    'ada@example-.org',
    'ada@example..org',
    'ada@example.1',
    'ada@example.xn--',
    'a b@example.org',
    '"ada"@example.org',
    'ada@[127.0.0.1]',
    'ada@example.org,bob@example.org',
    'ada@example.org\nbcc: bob@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
  ])('refuses %j', (account) => {
    expect(checkAccount({ kind: 'email', account, country: 'DE' })).toBe('user.invalid.email');
  });

  it('asks for what is missing and names what is wrong, by kind', () => {
    expect(checkAccount({ kind: 'email', account: ' ', country: 'DE' })).toBe('user.required.email');
    expect(checkAccount({ kind: 'email', account: 'ada@', country: 'DE' })).toBe('user.invalid.email');
    expect(checkAccount({ kind: 'account', account: '1ada', country: 'DE' })).toBe('user.invalid.account');
    expect(checkAccount({ kind: 'phone', account: '12', country: 'DE' })).toBe('user.invalid.phone');
    expect(checkAccount({ kind: 'phone', account: '0151 23456799', country: 'DE' })).toBeNull();
  });

  it('takes new passwords of 6 to 128 characters of at least two kinds', () => {
    for (const good of [
      'abc123',
      'abc-def',
      '123456!',
      'A1'.repeat(10),
      `${'A1'.repeat(10)}c`,
      'A1'.repeat(64),
    ]) {
      expect(checkNewPassword(good), good).toBeNull();
    }
    for (const bad of ['ab1', 'abcdef', '123456', `${'A1'.repeat(64)}c`, 'abc 123', 'pässw0rd']) {
      expect(checkNewPassword(bad), bad).toBe('user.invalid.password');
    }
    expect(checkNewPassword('')).toBe('user.required.password');
  });

  it('wants the confirmation to be the same', () => {
    expect(checkConfirmation('abc123', '')).toBe('user.required.confirmPassword');
    expect(checkConfirmation('abc123', 'abc124')).toBe('user.invalid.confirmPassword');
    expect(checkConfirmation('abc123', 'abc123')).toBeNull();
  });

  it('takes no invite code, or a well-formed one', () => {
    expect(checkInviteCode('')).toBeNull();
    expect(checkInviteCode('AB12CD')).toBeNull();
    expect(checkInviteCode('a b')).toBe('user.invalid.inviteCode');
  });

  it('places an answer of the server at its field', () => {
    const refused = (code: number, field?: string) =>
      new CallError('register', code, '', field === undefined ? null : { key: 'INVALID_INPUT', field });
    expect(placeOfError(refused(1002))).toMatchObject({
      field: 'account',
      text: { id: 'error.ACCOUNT_TAKEN' },
    });
    expect(placeOfError(refused(1006)).field).toBe('inviteCode');
    expect(placeOfError(refused(400, 'body.invite_code')).field).toBe('inviteCode');
    expect(placeOfError(refused(1001))).toMatchObject({
      field: null,
      text: { id: 'error.WRONG_CREDENTIALS' },
    });
    expect(placeOfError(new Error('boom'))).toMatchObject({ field: null, text: { id: 'ui.error.unknown' } });
  });
});

describe('a login name under whatever tab', () => {
  it.each([
    ['account', 'anna@example.com', 'email'],
    ['phone', ' anna@example.com ', 'email'],
    ['account', '+41 79 123 45 67', 'phone'],
    ['email', '079 123 45 67', 'phone'],
    ['account', '(0)79 1234567', 'phone'],
    ['email', 'anna_k', 'account'],
    ['account', 'anna_k', 'account'],
    ['email', 'an', 'email'],
    ['account', '', 'account'],
  ] as const)('typed under %s, %s is read as %s', (tab, typed, kind) => {
    expect(kindTyped(tab, typed)).toBe(kind);
  });
});
