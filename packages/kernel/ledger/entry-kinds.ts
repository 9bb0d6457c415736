import { ENTRIES, type EntryKindOf } from '@candor/products';

/** The purpose of a posting: bills are named by it. */
export type EntryKind = EntryKindOf;

/** The kinds by their codes. */
export const ENTRY_KINDS: readonly EntryKind[] = (Object.keys(ENTRIES) as EntryKind[]).sort(
  (left, right) => ENTRIES[left].code - ENTRIES[right].code,
);

/** The kinds' numbers on the tape. */
export const ENTRY_CODES = Object.fromEntries(ENTRY_KINDS.map((kind, code) => [kind, code])) as Readonly<
  Record<EntryKind, number>
>;
