import type { Certification } from '@candor/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient } from '../../data/index.ts';

export type Level = Certification['primary'] | Certification['advanced'];

/** True once a name was submitted: photos are compared with it. */
export const hasPerson = ({ state }: Level): boolean => state === 'pending' || state === 'approved';

/** Interval at which a page looks whether a submission that waits was decided. */
const LOOK_MS = 15_000;

/** Queries how far the user is verified; asks again while something waits. */
export function useCertification() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.certification,
    queryFn: () => client.call('getMemberOtherData'),
    refetchInterval: ({ state: { data } }) =>
      data?.primary.state === 'pending' || data?.advanced.state === 'pending' ? LOOK_MS : false,
  });
}

/** Puts the answer of a submission in place of what was known. */
export function useCertified(): (certification: Certification) => void {
  const queries = useQueryClient();
  return (certification) => queries.setQueryData(queryKeys.certification, certification);
}
