/** Why spot refuses orders that wait for a price, pairs and changes. */
export type SpotRejection =
  | 'TRIGGER_WOULD_FIRE'
  | 'TRIGGER_INVALID'
  /** A trailing sell whose callback is not below the price: its threshold would not be above 0. */
  | 'CALLBACK_TOO_LARGE'
  | 'TOO_MANY_TRIGGERS'
  | 'OCO_PRICES_INVALID'
  | 'NOT_AMENDABLE';
