import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { type Database, type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

/** The act that a second factor completes: a login, or the reset of a password. */
export type TicketAct = 'login' | 'reset';

export interface Ticket {
  readonly userId: number;
  /** The pending reset; null for a login. */
  readonly reset: PendingReset | null;
}

/** A reset whose first step is done. */
export interface PendingReset {
  /** The new password's hash. */
  readonly passwordHash: string;
  /** The contact whose code was the first step: it is no second factor. */
  readonly contact: 'email' | 'phone';
}

/** Proofs that somebody passed the first step, for the ten minutes that the second one may take. */
export interface Tickets {
  /** @throws Refusal WRONG_CREDENTIALS where that is no longer the hash of the user's password */
  openLogin(userId: number, passwordHash: string): Promise<string>;
  openReset(userId: number, reset: PendingReset): Promise<string>;
  /** @throws Refusal LOGIN_TICKET_OVER for one that is unknown, over or tried five times */
  find(act: TicketAct, ticket: string): Promise<Ticket>;
  /** Counts a try of the second step. @throws Refusal LOGIN_TICKET_OVER */
  attempt(act: TicketAct, ticket: string): Promise<Ticket>;
  /** Ends a ticket, in the transaction where one is given. @throws Refusal LOGIN_TICKET_OVER where it had ended before */
  end(ticket: string, trx?: Trx): Promise<void>;
}

const LIFETIME_MS = 10 * 60_000;
const TRIES = 5;

/** Only hashes are stored: who reads the table completes no login. */
const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

type Row = Selectable<Database['identity.ticket']>;

function asTicket(row: Pick<Row, 'user_id' | 'password_hash' | 'contact'> | undefined): Ticket {
  if (row === undefined) throw new Refusal('LOGIN_TICKET_OVER');
  const { password_hash: passwordHash, contact } = row;
  const reset = passwordHash === null || contact === null ? null : { passwordHash, contact };
  return { userId: idOf(row.user_id), reset };
}

export function createTickets(db: Db, now: () => number): Tickets {
  async function open(trx: Db, act: TicketAct, userId: number, reset: PendingReset | null): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    const timeMs = now();
    await trx.deleteFrom('identity.ticket').where('expires_at', '<', new Date(timeMs)).execute();
    await trx
      .insertInto('identity.ticket')
      .values({
        ticket_hash: hashOf(ticket),
        user_id: userId,
        act,
        password_hash: reset?.passwordHash ?? null,
        contact: reset?.contact ?? null,
        tries: 0,
        expires_at: new Date(timeMs + LIFETIME_MS),
      })
      .execute();
    return ticket;
  }

  return {
    openLogin: (userId, passwordHash) =>
      db.transaction().execute(async (trx) => {
        // a new password, which ends all tickets, comes before this one or waits until it can end it
        const row = await trx
          .selectFrom('identity.user')
          .select('password_hash')
          .where('user_id', '=', BigInt(userId))
          .forShare()
          .executeTakeFirst();
        if (row?.password_hash !== passwordHash) throw new Refusal('WRONG_CREDENTIALS');
        return open(trx, 'login', userId, null);
      }),
    openReset: (userId, reset) => open(db, 'reset', userId, reset),
    async find(act, ticket) {
      const row = await db
        .selectFrom('identity.ticket')
        .selectAll()
        .where('ticket_hash', '=', hashOf(ticket))
        .where('act', '=', act)
        .where('tries', '<', TRIES)
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst();
      return asTicket(row);
    },
    async attempt(act, ticket) {
      const row = await db
        .updateTable('identity.ticket')
        .set((each) => ({ tries: each('tries', '+', 1) }))
        .where('ticket_hash', '=', hashOf(ticket))
        .where('act', '=', act)
        .where('tries', '<', TRIES)
        .where('expires_at', '>', new Date(now()))
        .returningAll()
        .executeTakeFirst();
      return asTicket(row);
    },
    async end(ticket, trx) {
      const { numDeletedRows } = await (trx ?? db)
        .deleteFrom('identity.ticket')
        .where('ticket_hash', '=', hashOf(ticket))
        .executeTakeFirst();
      if (numDeletedRows !== 1n) throw new Refusal('LOGIN_TICKET_OVER');
    },
  };
}
