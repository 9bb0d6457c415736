import { ENTRIES, type EntryKindOf } from '@candor/products';

/** The purpose of a posting: bills are named by it. */
export type EntryKind = EntryKindOf;

/** The kinds' numbers on the tape. */
export const ENTRY_CODES = Object.fromEntries(
  Object.entries(ENTRIES).map(([kind, { code }]) => [kind, code]),
) as Readonly<Record<EntryKind, number>>;

/** The kinds by their codes. A code that no kind has yet is left out. */
export const ENTRY_KINDS: readonly (EntryKind | undefined)[] = (() => {
  const kinds: (EntryKind | undefined)[] = [];
  for (const [kind, code] of Object.entries(ENTRY_CODES)) kinds[code] = kind as EntryKind;
  return kinds;
})();
