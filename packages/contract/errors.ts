/**
 * Every way in which a call can be refused. Codes are stable for ever; the message id of a translation is
 * `error.<KEY>`. `message` is the English text, used where a translation is missing.
 */
export const errors = {
  INVALID_INPUT: { code: 400, message: 'Some of what was entered is not valid.' },
  SIGNED_OUT: { code: 401, message: 'Please log in.' },
  NOT_PERMITTED: { code: 403, message: 'You are not permitted to do this.' },
  NOT_FOUND: { code: 404, message: 'There is nothing here.' },
  METHOD_NOT_ALLOWED: { code: 405, message: 'This call does not answer to that method.' },
  BODY_TOO_LARGE: { code: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { code: 415, message: 'The request must be JSON.' },
  RATE_LIMITED: { code: 429, message: 'Too many requests. Please wait a moment.' },
  INTERNAL: { code: 500, message: 'Something went wrong on our side. Nothing was lost.' },
  UNAVAILABLE: { code: 503, message: 'The exchange is starting or recovering. Please try again shortly.' },
  OUTCOME_UNKNOWN: {
    code: 504,
    message: 'We do not know yet whether this was done. Try again: with the same key nothing is done twice.',
  },

  WRONG_CREDENTIALS: { code: 1001, message: 'The account or the password is wrong.' },
  ACCOUNT_TAKEN: { code: 1002, message: 'This account name, email or phone is already registered.' },
  ACCOUNT_INVALID: { code: 1003, message: 'Please enter a valid account name, email or phone.' },
  PASSWORD_INVALID: {
    code: 1004,
    message: 'The password needs 6 to 20 characters: letters, digits and common symbols, at least two kinds.',
  },
  PASSWORDS_DIFFER: { code: 1005, message: 'The two passwords are not the same.' },
  INVITE_CODE_UNKNOWN: { code: 1006, message: 'This invite code does not exist.' },
  LOGIN_RATE_LIMITED: { code: 1007, message: 'Too many attempts. Please wait and try again.' },
  REGISTER_RATE_LIMITED: { code: 1008, message: 'Too many registrations from here. Please try again later.' },
  LOGIN_STEP_ONE: { code: 1009, message: 'step 1 login succeeded' },
  DAILY_ACTS_REACHED: {
    code: 1012,
    message: 'You have reached the daily limit of orders and changes. It counts anew from midnight UTC.',
  },
  FAVOURITES_FULL: { code: 1011, message: 'You have as many favourites as fit.' },
  ACCOUNT_OPENING: {
    code: 1010,
    message: 'Your account is still being opened. Please try again in a moment.',
  },

  REQUEST_LATE: {
    code: 1030,
    message:
      'Not sent: it did not reach us within a few seconds of your press. Nothing was done. Check the price and press again.',
  },
  REQUEST_TIME_AHEAD: {
    code: 1031,
    message: 'The time of this request is ahead of our clock. Nothing was done. Please try again.',
  },
  REQUEST_TIME_INVALID: {
    code: 1032,
    message: 'The time of the request is not valid: milliseconds since 1970, and a window of at most 60,000.',
  },

  UNKNOWN_SYMBOL: { code: 2001, message: 'This market does not exist.' },
  UNKNOWN_COIN: { code: 2002, message: 'This coin does not exist.' },
  UNKNOWN_ORDER: { code: 2003, message: 'This order does not exist or is already done.' },
  SYMBOL_HALTED: { code: 2004, message: 'Trading of this market is halted.' },
  SYMBOL_POST_ONLY: { code: 2005, message: 'This market takes only post-only orders now.' },
  PRICE_OUT_OF_BAND: { code: 2006, message: 'The price is too far from the index.' },
  PRICE_INVALID: { code: 2007, message: 'The price is not a multiple of the tick.' },
  QUANTITY_INVALID: { code: 2008, message: 'The quantity is not a multiple of the step, or is too large.' },
  NOTIONAL_TOO_SMALL: { code: 2009, message: 'The order is below the smallest value.' },
  TOO_MANY_OPEN_ORDERS: { code: 2010, message: 'You have too many open orders in this market.' },
  INSUFFICIENT_BALANCE: { code: 2011, message: 'Your balance is too low.' },
  POST_ONLY_WOULD_TAKE: { code: 2012, message: 'A post-only order must not fill at once.' },
  FOK_NOT_FILLED: { code: 2013, message: 'The order could not be filled whole.' },
  NO_LIQUIDITY: { code: 2014, message: 'Nobody is on the other side of the book now.' },
  DUPLICATE_CLIENT_ORDER_ID: { code: 2015, message: 'An order with this id of yours is already open.' },
  AMOUNT_TOO_LARGE: { code: 2016, message: 'The amount is too large.' },
  INDEX_STALE: { code: 2017, message: 'The index price is stale now. Please try again shortly.' },
  PRICE_REQUIRED: { code: 2018, message: 'A limit order needs a price.' },
  QUANTITY_REQUIRED: { code: 2019, message: 'The order needs a quantity, or for a market order an amount.' },
  ORDER_REFUSED: { code: 2020, message: 'The order was refused.' },
  PRODUCT_NOT_OPEN: { code: 2021, message: 'This product is not open yet.' },
  APPROVALS_NEVER_ASKED: {
    code: 2022,
    message: 'We never ask a wallet for an approval. Do not sign one for anybody who says so.',
  },

  UPLOADS_NOT_OPEN: { code: 2023, message: 'Uploads are not open yet.' },

  TRIGGER_WOULD_FIRE: {
    code: 2030,
    message:
      'The price has already crossed this trigger. Place a plain order or choose another trigger price.',
  },
  TRIGGER_INVALID: {
    code: 2031,
    message: 'The trigger is not valid: check its price, or the callback of the trailing stop.',
  },
  TOO_MANY_TRIGGERS: {
    code: 2032,
    message: 'You have too many orders waiting for a trigger in this market.',
  },
  OCO_PRICES_INVALID: {
    code: 2033,
    message:
      'The limit price and the trigger price of an OCO must lie on opposite sides of the market: selling, the limit above; buying, the limit below.',
  },
  NOT_AMENDABLE: {
    code: 2034,
    message: 'This order cannot be changed in this way. Cancel it and place a new one.',
  },

  UNKNOWN_POSITION: { code: 2040, message: 'This position does not exist or is already closed.' },
  POSITION_SIDE_MISMATCH: {
    code: 2041,
    message: 'The order does not fit your position mode. Reload the page and try again.',
  },
  REDUCE_ONLY_REJECTED: {
    code: 2042,
    message: 'There is nothing left to close: no position, or closing orders cover it already.',
  },
  POSITION_CHANGED: {
    code: 3060,
    message: 'The position has another size by now, so nothing was done. Look at it and try again.',
  },
  LEVERAGE_TOO_HIGH: { code: 2043, message: 'The leverage is too high for a position of this size.' },
  POSITION_OPEN: { code: 2044, message: 'Close your positions and cancel your orders first.' },
  MARGIN_NOT_ISOLATED: { code: 2045, message: 'Only an isolated position has a margin of its own.' },
  MARGIN_TOO_LOW: {
    code: 2046,
    message: 'This would leave the position with less margin than its leverage asks for.',
  },
  STOP_BEYOND_LIQUIDATION: {
    code: 2047,
    message:
      'The position would be liquidated before this stop-loss. Choose a price on this side of the liquidation price.',
  },
  TOO_MANY_EXITS: { code: 2048, message: 'This position has as many stops as it may have.' },
  PRICE_BEYOND_LIQUIDATION: {
    code: 2049,
    message: 'A fill at this price would be liquidated at once. Choose a better price or a lower leverage.',
  },
  CONTRACT_QUANTITY_WHOLE: { code: 2050, message: 'The quantity must be a whole number of contracts.' },

  LAST_PRICE_MISSING: {
    code: 2060,
    message:
      'Nothing has traded in our own book of this market yet, so no last price could fire this order. Let it wait for the index or the mark price.',
  },
  OCO_LIMIT_WOULD_FILL: {
    code: 2061,
    message:
      'The limit order of this pair would fill at once. Selling, set its price above the best bid; buying, below the best ask.',
  },
  STOPS_WRONG_SIDE: {
    code: 2062,
    message:
      'This stop would fire at once. Counted from the entry price of the order, or from the present price of a position, a long position has its stop-loss below and its take-profit above; a short position the other way round.',
  },
  PRICE_OUTSIDE_RANGE: {
    code: 2063,
    message:
      'The price may be at most {percent}% away from the index. The form shows the range of the moment.',
  },

  PRACTICE_ONLY: { code: 3001, message: 'This is only for practice mode.' },
  PRACTICE_CAP_REACHED: { code: 3002, message: 'You have taken today’s practice funds in this coin.' },
  AMOUNT_INVALID: { code: 3003, message: 'The amount is not valid for this coin.' },
  TRANSFER_SAME_WALLET: { code: 3010, message: 'Choose two different accounts.' },
  TRANSFER_ASSET_NOT_KEPT: {
    code: 3011,
    message: 'An isolated margin account keeps only the two coins of its market.',
  },
  TRANSFER_LOCKED: {
    code: 3012,
    message: 'Part of this is needed where it is: for open positions, contracts or debts.',
  },
  MARGIN_NOT_OFFERED: { code: 3020, message: 'Margin trading is not offered here.' },
  MARGIN_NOT_BORROWABLE: { code: 3021, message: 'This coin cannot be borrowed here.' },
  MARGIN_RISK_TOO_HIGH: { code: 3022, message: 'The risk of this margin account would be too high.' },
  MARGIN_BORROW_LIMIT: { code: 3023, message: 'This is more of the coin than one account may owe.' },
  MARGIN_POOL_EMPTY: { code: 3024, message: 'The lending pool does not hold so much of this coin now.' },
  MARGIN_NO_DEBT: { code: 3025, message: 'You owe nothing of this coin in this account.' },
  MARGIN_LEVERAGE_INVALID: { code: 3026, message: 'This leverage is not available in this market.' },
  MARGIN_PRICE_TOO_FAR: { code: 3027, message: 'An account that owes may not trade so far from the index.' },

  KEY_REUSED_WITH_OTHER_BODY: { code: 4001, message: 'This request key was used for another request.' },
  KEY_EXPIRED: { code: 4002, message: 'This request key has expired.' },
  KEY_INVALID: { code: 4003, message: 'The request key is not valid.' },

  SECONDS_NOT_OFFERED: { code: 5001, message: 'This period is not offered on this market now.' },
  SECONDS_NOT_ENABLED: { code: 5002, message: 'Second contracts are not open where you live.' },
  SECONDS_EXCLUDED: {
    code: 5003,
    message: 'You have paused second contracts for yourself. They open again when the pause ends.',
  },
  SECONDS_LOSS_LIMIT: {
    code: 5004,
    message: 'This stake could take you past your daily loss limit. Open stakes count.',
  },
  SECONDS_EXPOSURE_CAP: {
    code: 5005,
    message: 'The pool takes no more contracts of this size on this market now: its exposure cap is reached.',
  },
  SECONDS_POOL_SHORT: {
    code: 5006,
    message: 'The pool cannot set this payout aside now. A smaller quantity may fit.',
  },
  SECONDS_LIMIT_SHORTER: { code: 5007, message: 'A pause can be made longer, never shorter.' },
  SECONDS_QUANTITY: {
    code: 5008,
    message: 'The quantity must be a whole number within the limits of this market.',
  },
  SECONDS_PAUSE_INVALID: {
    code: 5009,
    message: 'A pause must end in the future: at most 42 days ahead, or ten years for a self-exclusion.',
  },
  UNKNOWN_CONTRACT: { code: 5010, message: 'This contract does not exist.' },
  SECONDS_HALTED: {
    code: 5011,
    message: 'New second contracts are halted here. The page says why; open ones run on to their end.',
  },
  SECONDS_USER_CAP: {
    code: 5012,
    message: 'Your open contracts may pay out no more than this together. A smaller quantity may fit.',
  },
  SECONDS_TERMS_CHANGED: {
    code: 5013,
    message: 'The payout rate has changed. Nothing was opened; the new rate is shown now.',
  },
  SECONDS_TERMS_INVALID: {
    code: 5014,
    message:
      'Up to 20 periods, each once, from 5 seconds to a day; a payout above 0 and at most 100 percent; whole quantities from 1.',
  },

  OPERATOR_SECOND_FACTOR_WRONG: { code: 9001, message: 'The code is wrong or was used already.' },
  OPERATOR_STEP_EXPIRED: { code: 9002, message: 'That took too long. Please log in again.' },
  OPERATOR_REASON_REQUIRED: { code: 9003, message: 'A reason is required.' },
  PRACTICE_CAP_EXCEEDED: {
    code: 9010,
    message: '{remaining} of today’s {cap} {coin} are left. Enter at most {remaining} {coin}.',
  },
  OPERATOR_PASSWORD_WRONG: { code: 9011, message: 'The present password is wrong.' },
  OPERATOR_PASSWORD_WEAK: {
    code: 9012,
    message: 'The new password needs 12 to 128 characters and must not be the old one or hold your name.',
  },
} as const satisfies Record<string, { readonly code: number; readonly message: string }>;

export type ErrorKey = keyof typeof errors;

const keysByCode = new Map<number, ErrorKey>(
  Object.entries(errors).map(([key, entry]) => [entry.code, key as ErrorKey]),
);

/** The key of a code, or null where this version does not know it. */
export function errorKeyOf(code: number): ErrorKey | null {
  return keysByCode.get(code) ?? null;
}

/** The id under which the catalogues translate an error. */
export function errorMessageId(key: ErrorKey): `error.${ErrorKey}` {
  return `error.${key}`;
}
