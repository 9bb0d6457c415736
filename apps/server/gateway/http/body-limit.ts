/** The largest body of a call. */
export const BODY_LIMIT_BYTES = 16 * 1024;
