import type { FixedEnd } from '@candor/kernel';
import { Codes } from '../../codes.ts';

/** Movement of a pool: `paid` goes out of what was set aside, the others change the free part. */
export type PoolEntryKind = 'funding' | 'reserved' | 'paid' | 'released';

export const fixedEnds = new Codes<FixedEnd>({ matured: 0, redeemed: 1 });
export const poolEntryKinds = new Codes<PoolEntryKind>({ funding: 0, reserved: 1, paid: 2, released: 3 });
