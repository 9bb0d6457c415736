import { useText } from '@candor/ui';
import type { Security } from '../data/index.ts';

/** Returns the words that say beforehand how long withdrawals wait after a part is set first, or changed. */
export function useHoldText(): (security: Security, isFirst: boolean) => string {
  const text = useText();
  return ({ setUpHolds, holdHours }, isFirst) => {
    if (!isFirst) return text('account.hold.before', { hours: holdHours });
    return setUpHolds ? text('account.hold.first', { hours: holdHours }) : text('account.hold.none');
  };
}
