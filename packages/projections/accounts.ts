import type { ProjectedCommand } from './source.ts';
import { boolean, defineTable, int8 } from './table.ts';
import type { Rows } from './table-rows.ts';

/** Every account with its kind: the projector finds the house's users in it. */
export const accountsTable = defineTable({
  name: 'accounts',
  version: 1,
  rows: 'once',
  key: ['user_id'],
  columns: { user_id: int8, house: boolean, time_ms: int8, seq: int8 },
  indexes: [],
});

interface OpenedAccount {
  readonly userId: number;
  readonly house: boolean;
}

/** The account that a command opened; null where it opened none. */
export function openedAccount(command: ProjectedCommand): OpenedAccount | null {
  // Only the system opens accounts. The terms of other commands are not decoded for it.
  if (command.stamp.userId !== 0 || !command.events.some(({ type }) => type === 'catalogue')) return null;
  const { body } = command.envelope;
  return body.type === 'openAccount' ? { userId: body.accountUserId, house: body.kind === 'house' } : null;
}

/** Puts the row of an account that a command opened. */
export function putAccount(opened: OpenedAccount, command: ProjectedCommand, rows: Pick<Rows, 'of'>): void {
  const { seq, timeMs } = command.stamp;
  rows.of(accountsTable).put({ user_id: opened.userId, house: opened.house, time_ms: timeMs, seq });
}
