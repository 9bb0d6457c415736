/** Why spot refuses orders that wait for a price, pairs and changes. */
export type SpotRejection =
  | 'TRIGGER_WOULD_FIRE'
  | 'TRIGGER_INVALID'
  | 'TOO_MANY_TRIGGERS'
  | 'OCO_PRICES_INVALID'
  | 'NOT_AMENDABLE';
