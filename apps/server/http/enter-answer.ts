/**
 * Enters the answer of an act within the transaction of the act (Kysely's, of any schema), so that the act runs once.
 * An act that is done already throws here, and its transaction rolls back. The same act may enter a Refusal later in
 * place of its answer, where the ledger refused what it had promised: a retry is then refused alike.
 */
export type EnterAnswer = (trx: unknown, answer: unknown) => Promise<void>;
