import type { Trx } from '../../base/database/index.ts';

/**
 * Enters the answer of an act within the transaction of the act (Kysely's, of any schema), so that the act runs once.
 * An act that is done already throws here, and its transaction rolls back. The same act may enter a Refusal later in
 * place of its answer, where the ledger refused what it had promised: a retry is then refused alike.
 */
export interface EnterAnswer {
  (trx: Trx, answer: unknown): Promise<void>;
  /**
   * Begins the transaction of the act, before any other lock of it: takes the user's turn, so that what ends the login
   * comes wholly before the act or wholly after it, and finds what the act made. An answer that was not begun is not
   * entered. @throws Refusal SIGNED_OUT where the login ended meanwhile
   */
  readonly begin: (trx: Trx) => Promise<void>;
}

/** Enters nothing: for an act without a login that could end. */
export const entersNothing: EnterAnswer = Object.assign(async () => {}, { begin: async () => {} });
