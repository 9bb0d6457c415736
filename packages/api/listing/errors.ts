/** Refusals of applications for the listing of a token. */
export const listingErrors = {
  LISTING_UNKNOWN: { code: 6701 },
  /** Another device changed it since. */
  LISTING_CHANGED: { code: 6702 },
  /** It is under review or decided: nobody changes it. */
  LISTING_CLOSED: { code: 6703 },
  LISTING_OPEN_LIMIT: { code: 6704 },
  LISTING_SENDS_LIMIT: { code: 6705 },
  LISTING_INCOMPLETE: { code: 6706 },
  LISTING_CONTRACT: { code: 6707 },
  LISTING_DUPLICATE: { code: 6708 },
  LISTING_ANSWER: { code: 6709 },
  LISTING_DRAFTS_LIMIT: { code: 6710 },
} as const;
