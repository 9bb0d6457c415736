/**
 * The constants that the specification of the product names, each with its words there and under our name. Whoever needs
 * one reads it here; `tests/rules/constants.test.ts` finds the words in docs/spec-coverage.md, and copies of the values.
 * A constant of something that is not built yet comes with it.
 */

/** Language of a visitor who chose none, on a device whose languages the pages do not speak. "Default is en." */
export const DEFAULT_LANGUAGE = 'en';

/** Currency that values are converted to, and its units for one USDT. "Defaults: language en; currency CNY, symbol ¥, rate 1; theme daytime." */
export const DEFAULT_CURRENCY = { code: 'CNY', symbol: '¥', rate: '1' } as const;

/** Theme of a visitor who chose none, on a device that does not ask for the dark one. "Defaults: language en; currency CNY, symbol ¥, rate 1; theme daytime." */
export const DEFAULT_THEME = 'daytime';

/** Zone of the house, which operators may change. "Default time zone Asia/Hong_Kong with offset 8 in one reading, Asia/Shanghai in another." */
export const DEFAULT_TIME_ZONE = 'Asia/Hong_Kong';

/** Day in English; other languages have their own order. "Date format MM/DD/YYYY (with HH:mm:ss for times)." */
export const DATE_FORMAT = 'MM/DD/YYYY';

/** Clock time in every language. "Date format MM/DD/YYYY (with HH:mm:ss for times)." */
export const TIME_FORMAT = 'HH:mm:ss';

/** Prefix of all that the app stores on a device. "Storage key prefix coin_web-." */
export const STORAGE_PREFIX = 'coin_web-';

/** Delay before a socket connects again. "Websocket reconnect delay 3 s; lazy chunk timeout 120 s; request timeout 300000 ms; MQTT keepalive 5; exchange refresh interval 300000 ms." */
export const RECONNECT_DELAY_MS = 3_000;

/** Time that a file of the app may take. "Script chunk load failure — ChunkLoadError after 120-second timeout" */
export const FILE_TIMEOUT_MS = 120_000;

/** Longest wait for the answer to a request. "Timeout 300000 ms." */
export const REQUEST_TIMEOUT_MS = 300_000;

/** Keepalive of an MQTT client. "Websocket reconnect delay 3 s; lazy chunk timeout 120 s; request timeout 300000 ms; MQTT keepalive 5; exchange refresh interval 300000 ms." */
export const MQTT_KEEPALIVE_SECONDS = 5;

/** Interval at which pages ask for exchange rates. "Websocket reconnect delay 3 s; lazy chunk timeout 120 s; request timeout 300000 ms; MQTT keepalive 5; exchange refresh interval 300000 ms." */
export const RATES_REFRESH_MS = 300_000;

/** Age at which a client changes its session token for a new one. "Token age threshold 604800 s (7 days), checked every 10 s." */
export const TOKEN_AGE_SECONDS = 604_800;

/** Interval at which the age of the token is checked. "Token age threshold 604800 s (7 days), checked every 10 s." */
export const TOKEN_CHECK_MS = 10_000;

/** Lifetime of the session's cookie. "Cookie lifetime: 7 in one reading, a configured cookieTime in another whose value is not shown." */
export const COOKIE_DAYS = 7;

/** Silence after an error toast. "Toasts are suppressed for 2 seconds after one;" */
export const TOAST_QUIET_MS = 2_000;

/** Notifications that stand at once. "Notification cap 4, duration 0." */
export const NOTIFICATION_CAP = 4;

/** Messages of a page of a conversation's history. "Chat: page size 15, max text 400, float box kept at least 64 px from the top and inside the window." */
export const CHAT_PAGE_SIZE = 15;

/** Characters of a message, at most, counted as code points: a reader and the server then count alike. "Chat: page size 15, max text 400, float box kept at least 64 px from the top and inside the window." */
export const CHAT_TEXT_LENGTH = 400;

/** Distance of the chat from the top of the window in px, at least. "Chat: page size 15, max text 400, float box kept at least 64 px from the top and inside the window." */
export const CHAT_TOP_PX = 64;

/** Widths of dialogs in px. "Dialog widths 564 and 532 px." */
export const DIALOG_WIDTHS_PX = { wide: 564, narrow: 532 } as const;

/** Page size that asks for all rows of a table that operators keep. "Page size -521 fetches all records." */
export const ALL_ROWS_PAGE_SIZE = '-521';

/** Decimals of a value in BTC. "Price conversion to BTC uses 8 decimals." */
export const BTC_DECIMALS = 8;

/** Part of all trading fees that goes to the safety fund, in percent. "10 percent of all transaction fees go to an asset safety fund." */
export const SAFETY_FUND_PERCENT = 10;

/** Generations of inviters whose share of a trading fee is paid. "Referral generations: 3." */
export const REFERRAL_GENERATIONS = 3;

/** Characters of a new password, at least. "A stricter variant needs at least 6 characters mixing at least two of letters, digits, symbols." */
export const PASSWORD_MIN_LENGTH = 6;

/** Promised arrival of a withdrawal. "Withdrawal funds arrive within 48 hours in some languages (Korean text says 24 in one reading; Vietnamese, Spanish, German, Traditional Chinese say 48) and 24 hours in others (Portuguese, French, Thai, Russian, Lithuanian); the statements are inconsistent across languages." */
export const WITHDRAWAL_ARRIVAL_HOURS = 24;
