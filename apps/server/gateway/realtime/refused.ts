import type { ErrorKey } from '@candor/api';

/**
 * Notes a refusal on one connection in the log, under its address. `who` is the user whose token was shown, as far as
 * there is one; `topic` names what was asked for where that is not the connection itself.
 */
export type Refused = (why: ErrorKey, who?: number | null, topic?: string | null) => void;
