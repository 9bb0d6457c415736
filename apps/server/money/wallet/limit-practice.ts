import { type ActLimit, repeatOf, requireBudget } from '../../engine/acts/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { type Practice, practiceCommand } from './practice.ts';

/** Practice funds reach the journal as the house's own command, but for a user: they are counted as the user's act. */
export function limitPractice(core: CoreLink, practice: Practice, limit: ActLimit): Practice {
  return {
    allowances: (userId) => practice.allowances(userId),
    async take(userId, coin, amount, headerKey) {
      try {
        requireBudget();
        limit.take(userId, 'practiceFunds');
      } catch (refusal) {
        const earlier = headerKey === null ? null : await repeatOf(core, practiceCommand(userId, headerKey));
        if (earlier === null) throw refusal;
      }
      return practice.take(userId, coin, amount, headerKey);
    },
  };
}
