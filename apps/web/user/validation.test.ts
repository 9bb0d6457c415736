import { CallError } from '@candor/api';
import { describe, expect, it } from 'vitest';
import {
  accountOf,
  checkAccount,
  checkConfirmation,
  checkInviteCode,
  checkNewPassword,
  placeOfError,
} from './validation.ts';

describe('the forms of login and registration', () => {
  it('sends a phone in international form, however it was typed', () => {
    const phone = (account: string) => accountOf({ kind: 'phone', account, callingCode: '+49' });
    expect(phone('0151 234-5678')).toBe('+491512345678');
    expect(phone(' (151) 2345678')).toBe('+491512345678');
    expect(phone('0043 660 1234567')).toBe('+436601234567');
    expect(phone('+43 660 1234567')).toBe('+436601234567');
  });

  it('sends an email trimmed and in lower case, a name as it is', () => {
    expect(accountOf({ kind: 'email', account: ' Ada@Example.ORG ', callingCode: '' })).toBe(
      'ada@example.org',
    );
    expect(accountOf({ kind: 'account', account: ' Ada_1 ', callingCode: '' })).toBe('Ada_1');
  });

  it('asks for what is missing and names what is wrong, by kind', () => {
    expect(checkAccount({ kind: 'email', account: ' ', callingCode: '' })).toBe('user.required.email');
    expect(checkAccount({ kind: 'email', account: 'ada@', callingCode: '' })).toBe('user.invalid.email');
    expect(checkAccount({ kind: 'account', account: '1ada', callingCode: '' })).toBe('user.invalid.account');
    expect(checkAccount({ kind: 'phone', account: '12', callingCode: '+49' })).toBe('user.invalid.phone');
    expect(checkAccount({ kind: 'phone', account: '1512345678', callingCode: '+49' })).toBeNull();
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
    expect(placeOfError(new Error('boom'))).toMatchObject({ field: null, text: { id: 'error.UNKNOWN' } });
  });
});
