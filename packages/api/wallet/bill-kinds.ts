import { ENTRIES, type EntryKindOf } from '@candor/products';

/** Every kind of ledger entry. */
export type BillKind = EntryKindOf;

export const billKindNames = Object.keys(ENTRIES) as [BillKind, ...BillKind[]];

/** The kinds that a user's bill can hold, in the order of its filter. */
export const userBillKinds: readonly BillKind[] = billKindNames.filter((kind) => ENTRIES[kind].isOnBills);
