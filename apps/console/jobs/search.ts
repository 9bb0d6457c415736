import type { JobState } from '@candor/api';
import type { RawSearch } from '../shell/search.ts';

export const jobStates = ['waiting', 'retrying', 'running', 'failed'] as const satisfies readonly JobState[];

export interface JobsSearch {
  /** Only jobs of one state; all without it. */
  readonly state?: JobState;
}

export function jobsSearch({ state }: RawSearch): JobsSearch {
  const known = jobStates.find((each) => each === state);
  return known === undefined ? {} : { state: known };
}
