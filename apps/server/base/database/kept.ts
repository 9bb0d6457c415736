/**
 * Rows that nobody changes once they stand: the run-time role may add them (but for OWNERS_TABLES) and read them. Each is a table of a schema
 * and what the role may do beside that.
 */
export const KEPT_TABLES = {
  'journal.batches': [],
  // names the files of archived rows
  'journal.archives': [],
  'journal.kernels': [],
  'journal.kernel_sources': [],
  // one row, which each append moves under its own old value
  'journal.head': ['update'],
  // older snapshots are removed; each can be made again out of the batches
  'journal.snapshots': ['delete'],
  'journal.snapshot_parts': ['delete'],
  'operator.log': [],
  'operator.user_note': [],
  // a proposal ends once, which a trigger holds
  'operator.proposal': ['update'],
  'touches.touch': [],
  'review.note': [],
  'withdrawals.step': [],
  'tiers.published': [],
  'terms.version': [],
  'terms.acceptance': [],
  'features.rule': [],
} as const satisfies Readonly<Record<string, readonly ('update' | 'delete')[]>>;

/** Kept tables that only a command of the owner adds to: rows of the journal are deleted by what these say. */
export const OWNERS_TABLES: ReadonlySet<string> = new Set<KeptTable>(['journal.archives']);

export type KeptTable = keyof typeof KEPT_TABLES;

/** Takes from a role what it may not do with the kept tables of the schemas that exist. */
export function keepRows(role: string, tables: readonly string[]): string {
  return tables
    .filter((table): table is KeptTable => Object.hasOwn(KEPT_TABLES, table))
    .flatMap((table) => {
      const may: readonly string[] = KEPT_TABLES[table];
      const taken = ['update', 'delete', 'truncate'].filter((right) => !may.includes(right));
      if (OWNERS_TABLES.has(table)) taken.push('insert');
      return [`revoke ${taken.join(', ')} on ${table} from ${role};`];
    })
    .join('\n');
}
