/**
 * Turns committed batches into rows.
 *
 * Invariants:
 * - A batch is projected whole, and batches come in the order of the journal without a gap.
 * - Rows depend on the journal alone, never on how it was cut into stretches: amounts are differences where a row
 *   began in an earlier stretch. Live, caught-up and rebuilt tables are therefore equal, row for row.
 * - An account is known as the house's before any event of its user, because its opening precedes them.
 */
import { openedAccount, putAccount } from './accounts.ts';
import type { ReadModel } from './read-model.ts';
import type { ProjectedBatch } from './source.ts';
import type { Rows } from './table-rows.ts';

export class Projector {
  private readonly models: readonly ReadModel[];
  private readonly houseAccounts: Set<number>;
  private readonly isHouse = (userId: number) => this.houseAccounts.has(userId);

  /** `houseAccounts` are the house's users as far as the journal was projected before. */
  constructor(models: readonly ReadModel[], houseAccounts: Iterable<number>) {
    this.models = models;
    this.houseAccounts = new Set(houseAccounts);
  }

  /** Adds the rows of `batch` to `rows`. */
  project(batch: ProjectedBatch, rows: Rows): void {
    for (const command of batch.commands) {
      const opened = openedAccount(command);
      if (opened !== null) {
        if (opened.house) this.houseAccounts.add(opened.userId);
        putAccount(opened, command, rows);
      }
      for (const model of this.models) model.project(command, rows, this.isHouse);
    }
    rows.lastSeq = batch.lastSeq;
  }
}
