/** Maximum number of orders of one account that may wait for a price in one symbol. */
export const MAX_WAITING_ORDERS = 20;
/** The callback of a trailing stop, in parts per million of its extreme: 0.01 to 50 percent. */
export const MIN_CALLBACK_PPM = 100;
export const MAX_CALLBACK_PPM = 500_000;
