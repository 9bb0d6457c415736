import type { Pool } from 'pg';
import { createSeal } from '../../base/authenticator/index.ts';
import { type Db, kyselyOf, migrate } from '../../base/database/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import { type AddedLately, BESIDE_MS, createAddedLately } from './beside.ts';
import { createOperatorLog, type OperatorLog } from './log.ts';
import type { Operators } from './operator-types.ts';
import { createOperators } from './operators.ts';
import { migrations } from './schema.ts';
import { createSetupLinks } from './setup-links.ts';
import { createStaff, type Staff } from './staff.ts';

const DAY_MS = 24 * 3_600_000;

export interface OperatorRoom {
  readonly people: Operators;
  readonly staff: Staff;
  readonly log: OperatorLog;
  /** Tells if one of two operators added the other lately: they decide nothing together. */
  readonly addedLately: AddedLately;
  readonly db: Db;
}

export interface OperatorRoomOptions {
  readonly pool: Pool;
  /** 32 random bytes, kept outside the database: second factors are sealed with it. */
  readonly secretKey: Uint8Array;
  /** Key from which the links are derived by which newcomers set up. */
  readonly setupLinksKey: Uint8Array;
  readonly messages: Pick<Messages, 'send' | 'refuseClosed'>;
  readonly loginAttemptsPerMinute: number;
  readonly now: () => number;
  /** Time for which a new operator approves nothing, in ms; a day by default. */
  readonly newcomerMs?: () => number;
  /** Time for which nobody decides beside an operator whom they added, in ms; seven days by default. */
  readonly besideMs?: () => number;
  /** Called after an operator's second factor was enrolled. */
  readonly onEnrolled: (name: string) => Promise<void>;
}

/** Opens the operators' room: migrates its schema and returns it. */
export async function openOperatorRoom(options: OperatorRoomOptions): Promise<OperatorRoom> {
  const { pool, now, loginAttemptsPerMinute, onEnrolled } = options;
  await migrate(pool, 'operator', migrations);
  const db = kyselyOf(pool);
  const log = createOperatorLog(db);
  const seal = createSeal(options.secretKey);
  const links = createSetupLinks({ ...options, db, key: options.setupLinksKey });
  const people = createOperators({ pool, db, log, seal, links, loginAttemptsPerMinute, now, onEnrolled });
  const newcomerMs = options.newcomerMs ?? (() => DAY_MS);
  const staff = createStaff({ db, log, links, now, newcomerMs });
  const addedLately = createAddedLately(options.besideMs ?? (() => BESIDE_MS), now);
  return { people, staff, log, addedLately, db };
}
