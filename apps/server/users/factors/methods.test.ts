import { expect, it } from 'vitest';
import { type OwnFactors, requirementOf } from './methods.ts';

const none: OwnFactors = {
  authenticator: false,
  passkeys: 0,
  recoveryCodes: false,
  fundPassword: false,
  email: false,
  phone: false,
};

it('asks an account with one kind of factor for that one', () => {
  expect(requirementOf({ ...none, fundPassword: true }, 'account')).toEqual({
    methods: ['password', 'fundPassword'],
    needed: 1,
  });
});

it('refuses funds to an account with one kind, and says to set up another', () => {
  expect(() => requirementOf({ ...none, fundPassword: true }, 'funds')).toThrow('STEP_UP_SETUP_FIRST');
  expect(requirementOf({ ...none, email: true }, 'funds').needed).toBe(2);
});

it('never lets a phone or a mail alone pass where there is another factor', () => {
  for (const second of [{ authenticator: true }, { passkeys: 1 }] as const)
    expect(requirementOf({ ...none, ...second, email: true, phone: true }, 'factor').needed).toBe(2);
});

it('takes recovery codes for a lost factor alone', () => {
  const own = { ...none, authenticator: true, recoveryCodes: true };
  expect(requirementOf(own, 'factor').methods).toContain('recovery');
  expect(requirementOf(own, 'account').methods).not.toContain('recovery');
  expect(requirementOf(own, 'funds').methods).not.toContain('recovery');
});
