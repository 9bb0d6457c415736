// apart from the calls, so that a page that names them ships no schema

export const movementKinds = ['sweep', 'gas'] as const;
export const movementStates = ['bound', 'signed', 'done', 'failed', 'lost'] as const;

/** Outcome of a comparison; `unchecked`: the ledger has not answered yet. */
export const custodyOutcomes = ['agrees', 'surplus', 'short', 'unchecked'] as const;
