// No schemas: browsers load this module.

/** Between a request to remove lost factors and its end; any session and any mail can cancel it in these days. */
export const RECOVERY_DAYS = 7;
/** Withdrawals wait for so long after factors were removed. */
export const RECOVERY_HOLD_HOURS = 72;
