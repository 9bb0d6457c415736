/** Ways to complete a login or a reset after its first step. */
export const entryFactorKinds = ['email', 'phone', 'authenticator', 'recovery', 'passkey'] as const;
export type EntryFactorKind = (typeof entryFactorKinds)[number];

/** The message of a login whose first step succeeded, by which clients of the product know it in every language. */
export const STEP_ONE_MESSAGE = 'step 1 login succeeded';
