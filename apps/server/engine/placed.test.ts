import type { JournalPlace } from '@candor/api';
import { expect, it } from 'vitest';
import { placed } from './placed.ts';

const place: JournalPlace = { seq: 7, row: 2, rowHash: 'ab'.repeat(32), eventsDigest: 'cd'.repeat(16) };
const history = {
  places: async () =>
    new Map<number, JournalPlace | null>([
      [7, place],
      [8, null],
    ]),
};

it('says of the one receipt whose archive file is away that its place is not known, and shows the others', async () => {
  expect(await placed(history, [{ seq: 7 }, { seq: 8 }])).toEqual([
    { seq: 7, journal: place },
    { seq: 8, journal: null },
  ]);
});

it('refuses a receipt that the journal lacks', async () => {
  await expect(placed(history, [{ seq: 7 }, { seq: 9 }])).rejects.toMatchObject({ key: 'UNAVAILABLE' });
});
