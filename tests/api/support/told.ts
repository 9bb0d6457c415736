import type { Notice } from '@candor/api';
import type { House } from './house.ts';
import type { Person } from './person.ts';

/** The notices of a person, newest first, once all that was committed is told; of a house that writes notices. */
export async function toldTo(house: House, person: Person): Promise<readonly Notice[]> {
  await house.noticed();
  return (await person.client.call('getNotices', { query: {} })).records;
}
