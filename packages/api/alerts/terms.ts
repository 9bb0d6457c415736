/** Alerts that a user may have waiting at once. */
export const MAX_PRICE_ALERTS = 50;
/** Alerts that went off and stay in a user's list; older ones are deleted. */
export const MAX_FIRED_ALERTS = 50;

/** Price that an alert follows: the index, or the last trade in our own book. */
export const PRICE_ALERT_SOURCES = ['index', 'last'] as const;
/**
 * `above` and `below`: the price comes to the trigger or passes it. `rise` and `fall`: the price is so many percent away
 * from the lowest or the highest price within the time before it.
 */
export const PRICE_ALERT_KINDS = ['above', 'below', 'rise', 'fall'] as const;
/** Times within which a change may be measured, in minutes. */
export const PRICE_ALERT_WINDOWS = [5, 15, 60, 240, 1_440] as const;
/** Changes that an alert may wait for, in percent. */
export const PRICE_ALERT_PERCENT = { least: '0.1', most: '99.9' } as const;

export type PriceAlertSource = (typeof PRICE_ALERT_SOURCES)[number];
export type PriceAlertKind = (typeof PRICE_ALERT_KINDS)[number];
export type PriceAlertWindow = (typeof PRICE_ALERT_WINDOWS)[number];
