// apart from the calls, so that a page that names them ships no schema

export const movementKinds = ['sweep', 'gas'] as const;
export const movementStates = ['bound', 'signed', 'done', 'failed', 'lost'] as const;

/** Rows that a failed assert halts, each alone. A movement is a sweep or gas for one, a receipt a funding of the house. */
export const haltedKinds = ['deposit', 'withdrawal', 'movement', 'receipt'] as const;
export type HaltedKind = (typeof haltedKinds)[number];

/**
 * Causes for which a wallet stops. `nonce`: another transaction took a nonce or inputs of the wallet. `signer`: signer and
 * database contradict each other. `invariant`: an assert of the wallet failed.
 */
export const stopCauses = ['nonce', 'signer', 'invariant'] as const;
export type StopCause = (typeof stopCauses)[number];

/** Outcome of a comparison; `unchecked`: the ledger has not answered yet. */
export const custodyOutcomes = ['agrees', 'surplus', 'short', 'unchecked'] as const;
