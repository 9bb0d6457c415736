import { Refusal } from '../../base/errors/refusal.ts';
import type { Factors, GuessContext } from '../../users/factors/index.ts';

/** Refuses a wrong fund password, and counts the guess before it is compared. @throws Refusal FUND_PASSWORD_WRONG */
export async function requireFundPassword(
  factors: Pick<Factors, 'guesses' | 'fundPassword'>,
  guesser: GuessContext,
  fundPassword: string,
): Promise<void> {
  const guess = await factors.guesses.count(guesser);
  if (!(await factors.fundPassword.matches(guesser.session.userId, fundPassword)))
    throw new Refusal('FUND_PASSWORD_WRONG', { field: 'fundPassword' });
  await guess.right();
}
