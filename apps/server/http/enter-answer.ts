/**
 * Enters the answer of an act within the transaction of the act (Kysely's, of any schema), so that the act runs once.
 * An act that is done already throws here, and its transaction rolls back.
 */
export type EnterAnswer = (trx: unknown, answer: unknown) => Promise<void>;
