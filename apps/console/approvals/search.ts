import type { RawSearch } from '../shell/search.ts';

export interface ApprovalsSearch {
  /** Proposals that ended; the open ones without it. */
  readonly ended?: 'yes';
}

export function approvalsSearch({ ended }: RawSearch): ApprovalsSearch {
  return ended === 'yes' ? { ended } : {};
}
