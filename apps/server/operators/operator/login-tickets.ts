import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Seal } from '../../base/authenticator/index.ts';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

const TICKET_MS = 10 * 60_000;
const TICKET_ATTEMPTS = 5;

export const newToken = () => randomBytes(32).toString('base64url');
export const hashOf = (token: string) => createHash('sha256').update(token).digest();

export interface LoginTicketsOptions {
  readonly db: Db;
  readonly seal: Seal;
  readonly now: () => number;
}

/** The operator as the first step of a login read it. */
export interface TicketHolder {
  readonly operator_id: bigint;
  readonly password_hash: string | null;
}

/** Tickets lead from the first step of a login to the second. Each takes five codes, within ten minutes. */
export function createLoginTickets({ db, seal, now }: LoginTicketsOptions) {
  return {
    /** Opens the second step, unless the password that began the login was changed meanwhile, which ended all tickets. */
    async open(
      person: TicketHolder,
      enrolment: { readonly secret: string } | null,
      hold: (trx: Trx) => Promise<void> = async () => {},
    ): Promise<{ readonly ticket: string; readonly expiresAtMs: number }> {
      const ticket = newToken();
      const expiresAtMs = now() + TICKET_MS;
      await db.transaction().execute(async (trx) => {
        const { password_hash } = await trx
          .selectFrom('operator.person')
          .select('password_hash')
          .where('operator_id', '=', person.operator_id)
          .forShare()
          .executeTakeFirstOrThrow();
        if (password_hash !== person.password_hash) throw new Refusal('WRONG_CREDENTIALS');
        await hold(trx);
        await trx.deleteFrom('operator.ticket').where('expires_at', '<', new Date(now())).execute();
        await trx
          .insertInto('operator.ticket')
          .values({
            ticket_hash: hashOf(ticket),
            operator_id: person.operator_id,
            enrolment_sealed: enrolment === null ? null : seal.seal(enrolment.secret),
            attempts: 0,
            expires_at: new Date(expiresAtMs),
          })
          .execute();
      });
      return { ticket, expiresAtMs };
    },

    /** Counts the attempt for good and gives the ticket, so that wrong codes run out also when sent at once. */
    async use(ticket: string) {
      const row = await db
        .updateTable('operator.ticket')
        .set({ attempts: sql<number>`attempts + 1` })
        .where('ticket_hash', '=', hashOf(ticket))
        .where('expires_at', '>', new Date(now()))
        .where('attempts', '<', TICKET_ATTEMPTS)
        .returning(['operator_id', 'enrolment_sealed'])
        .executeTakeFirst();
      if (row === undefined) throw new Refusal('OPERATOR_STEP_EXPIRED');
      return row;
    },

    /** Ends a ticket whose code was right. Throws OPERATOR_STEP_EXPIRED where a new password ended it before. */
    async end(trx: Trx, ticket: string): Promise<void> {
      const { numDeletedRows } = await trx
        .deleteFrom('operator.ticket')
        .where('ticket_hash', '=', hashOf(ticket))
        .executeTakeFirst();
      if (numDeletedRows !== 1n) throw new Refusal('OPERATOR_STEP_EXPIRED');
    },
  };
}
