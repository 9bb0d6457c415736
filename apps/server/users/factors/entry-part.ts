import { Refusal } from '../../base/errors/refusal.ts';
import { type EntryFactor, type EntryPart, endApiKeys, type Guesser } from '../identity/index.ts';
import type { Factors } from './factors.ts';

/**
 * Adds the factors to logins and resets: an authenticator is asked for at each login, and a recovery code stands for
 * it. A passkey completes no login by password, for it logs in by itself; an account that has one is not reset by codes.
 */
export function entryPart(factors: Factors): EntryPart {
  const { authenticator, recoveryCodes, passkeys, guesses, antiPhishing, holds, notices } = factors;

  /** Counts guesses over all tickets of the user, by device and address as the first step does. */
  async function guess(userId: number, guesser: Guesser, isRight: () => Promise<boolean>): Promise<void> {
    await guesses.countEntry(userId, guesser);
    if (!(await isRight())) throw new Refusal('CODE_WRONG', { field: 'code' });
    await guesses.rightEntry(userId, guesser);
  }

  const added: readonly EntryFactor[] = [
    {
      kind: 'authenticator',
      need: async ({ userId }) => ((await authenticator.isBound(userId)) ? 'always' : null),
      hint: () => '',
      check: ({ userId }, code, _, guesser) => guess(userId, guesser, () => authenticator.use(userId, code)),
    },
    {
      kind: 'recovery',
      async need({ userId }) {
        if (!(await authenticator.isBound(userId))) return null;
        return ((await recoveryCodes.left(userId)) ?? 0) > 0 ? 'always' : null;
      },
      hint: () => '',
      check: ({ userId }, code, _, guesser) => guess(userId, guesser, () => recoveryCodes.use(userId, code)),
    },
    {
      kind: 'passkey',
      isForResetsOnly: true,
      need: async ({ userId }) => ((await passkeys.list(userId)).length > 0 ? 'reset' : null),
      hint: () => '',
      check: async () => {
        throw new Refusal('STEP_UP_METHOD', { field: 'kind' });
      },
    },
  ];
  return {
    factors: added,
    antiPhishingOf: (userId) => antiPhishing.of(userId),
    noticeOfLogin: (login) => notices.ofLogin(login),
    onPasswordChanged: async (trx, userId) => {
      await holds.begin(trx, userId, 'password');
      // whoever had the password may have made one
      await endApiKeys(trx, userId);
    },
  };
}
