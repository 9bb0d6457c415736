import { ENTRIES } from '@candor/products';
import { expect, it } from 'vitest';
import { TOLD_ENTRIES } from '../support/told-entries.ts';

it('each entry on a user’s bill is the user’s act or a notice, and no other is', () => {
  for (const [kind, { isOnBills }] of Object.entries(ENTRIES))
    expect([kind, TOLD_ENTRIES[kind as keyof typeof ENTRIES] !== 'house']).toEqual([kind, isOnBills]);
});
