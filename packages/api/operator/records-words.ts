// apart from the calls, so that a page that names them ships no schema

/** States of a deposit as operators filter by them. */
export const depositStates = [
  'seen',
  'credited',
  'dust',
  'gone',
  'taken-back',
  'returned',
  'reduced',
  'reversed',
  'unlisted',
] as const;
