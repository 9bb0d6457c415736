import { describe, expect, it } from 'vitest';
import { openSteps, setUpSteps } from './steps.ts';

const nothing = { authenticator: false, passkeys: [], fundPassword: false, recoveryCodesLeft: null };
const nowhere = { email: null, phone: null };
const passkey = { id: 'k', name: 'Phone', createTime: 1, lastTime: null };

describe('the set-up of an account', () => {
  it('begins with all steps, in their order', () => {
    expect(openSteps(nothing, nowhere)).toEqual(setUpSteps);
  });

  it.each([
    ['contact', nothing, { ...nowhere, email: 'a@example.org' }],
    ['contact', nothing, { ...nowhere, phone: '+491701234567' }],
    ['factor', { ...nothing, authenticator: true }, nowhere],
    ['factor', { ...nothing, passkeys: [passkey] }, nowhere],
    ['fundPassword', { ...nothing, fundPassword: true }, nowhere],
    ['recovery', { ...nothing, recoveryCodesLeft: 10 }, nowhere],
  ] as const)('has done %s by any of its ways', (step, own, contacts) => {
    expect(openSteps({ ...own, passkeys: [...own.passkeys] }, contacts)).toEqual(
      setUpSteps.filter((each) => each !== step),
    );
  });

  it('asks for new recovery codes once the last one is used', () => {
    expect(openSteps({ ...nothing, recoveryCodesLeft: 0 }, nowhere)).toContain('recovery');
  });
});
