import { expect, it } from 'vitest';
import { membersBar } from './membership.ts';

it('bars who is known to be no member, and waits for who is not known yet', () => {
  const user = { signedIn: true, hasFailed: false };
  expect(membersBar({ ...user, vip: true })).toBeNull();
  expect(membersBar({ ...user, vip: false })).toBe('obstacle');
  expect(membersBar({ ...user, vip: undefined })).toBe('loading');
});

it('bars no visitor, and nobody whose membership could not be loaded', () => {
  expect(membersBar({ signedIn: false, vip: undefined, hasFailed: false })).toBeNull();
  expect(membersBar({ signedIn: true, vip: undefined, hasFailed: true })).toBeNull();
  // what was loaded before stands
  expect(membersBar({ signedIn: true, vip: false, hasFailed: true })).toBe('obstacle');
});
