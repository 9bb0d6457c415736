// No schemas: browsers load this module.

/** The file of an export is deleted after so many days. */
export const DATA_EXPORT_DAYS = 7;
/** Between the request to close an account and its end; a login in these days cancels it. */
export const CLOSING_DAYS = 30;
/** The most that a closing may leave behind, in USDT: less than what could be paid out. */
export const CLOSING_DUST_USDT = '1';
