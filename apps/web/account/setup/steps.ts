import type { UserInfo } from '@candor/api';
import type { Security } from '../../data/index.ts';

/** The steps of the set-up, in their order. */
export const setUpSteps = ['contact', 'factor', 'fundPassword', 'recovery'] as const;
export type SetUpStep = (typeof setUpSteps)[number];

type Own = Pick<Security, 'authenticator' | 'passkeys' | 'fundPassword' | 'recoveryCodesLeft'>;
type Contacts = Pick<UserInfo, 'email' | 'phone'>;

/** Returns the steps that are not done, in their order. */
export function openSteps(own: Own, contacts: Contacts): readonly SetUpStep[] {
  const isDone: Readonly<Record<SetUpStep, boolean>> = {
    contact: contacts.email !== null || contacts.phone !== null,
    factor: own.authenticator || own.passkeys.length > 0,
    fundPassword: own.fundPassword,
    recovery: (own.recoveryCodesLeft ?? 0) > 0,
  };
  return setUpSteps.filter((step) => !isDone[step]);
}
