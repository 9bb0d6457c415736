// No schemas: browsers load this module.

/** Chains of tokens that may be applied for, with the number of each; null for a coin of a chain of its own, which has no contract. */
export const LISTING_CHAINS = {
  ethereum: 1,
  bnb: 56,
  polygon: 137,
  arbitrum: 42_161,
  optimism: 10,
  base: 8_453,
  avalanche: 43_114,
  own: null,
} as const;
/** Names of the chains, which no language translates; a chain of its own has none. */
export const LISTING_CHAIN_NAMES = {
  ethereum: 'Ethereum',
  bnb: 'BNB Smart Chain',
  polygon: 'Polygon',
  arbitrum: 'Arbitrum One',
  optimism: 'OP Mainnet',
  base: 'Base',
  avalanche: 'Avalanche C-Chain',
} as const satisfies Partial<Record<keyof typeof LISTING_CHAINS, string>>;
export type ListingChain = keyof typeof LISTING_CHAINS;
export const listingChains = Object.keys(LISTING_CHAINS) as readonly ListingChain[];

/** States of an application. Only an answered question leads back to `sent`. */
export const listingStates = ['draft', 'sent', 'asked', 'accepted', 'rejected', 'withdrawn'] as const;
export type ListingState = (typeof listingStates)[number];

/**
 * The published checklist: each of two operators answers every item, and one "no" rules out an acceptance. Its texts are
 * `review.check.listing.<code>`, on the form and in the console.
 */
export const listingChecks = [
  'contractMatches',
  'supplyMatches',
  'controlStated',
  'auditRead',
  'teamConfirmed',
  'issuerStated',
  'documentsTrue',
  'usable',
  'noPromises',
  'noFee',
] as const;
export type ListingCheck = (typeof listingChecks)[number];

/** Reasons of a rejection: `review.reason.listing.<code>`. */
export const listingRejections = [
  'contract',
  'supply',
  'security',
  'team',
  'issuer',
  'documents',
  'promises',
  'misleading',
  'unanswered',
] as const;
export type ListingRejection = (typeof listingRejections)[number];

/** Subjects of a question to the applicant: `review.reason.listing.<code>`. */
export const listingQuestions = [
  'askContract',
  'askSupply',
  'askAudits',
  'askTeam',
  'askIssuer',
  'askDocuments',
  'askOther',
] as const;
export type ListingQuestion = (typeof listingQuestions)[number];

/** Drafts and applications under review that one account may have at a time. */
export const LISTING_OPEN = 3;
/** Drafts that one account begins in 24 hours. */
export const LISTING_DRAFTS_A_DAY = 10;
/** Applications and answers that one account sends in 24 hours. */
export const LISTING_SENDS_A_DAY = 5;
/** Days within which an application or an answer is decided. */
export const LISTING_REVIEW_DAYS = 14;
/** Operators who accept one application. */
export const LISTING_REVIEWERS = 2;

/** Limits of the form: characters of a name, of a text, of a link, and rows of each list. */
export const LISTING_NAME_LENGTH = 60;
export const LISTING_SYMBOL_LENGTH = 12;
export const LISTING_ABOUT_LENGTH = 800;
export const LISTING_TEXT_LENGTH = 400;
export const LISTING_ANSWER_LENGTH = 1_000;
export const LISTING_LINK_LENGTH = 200;
export const LISTING_CONTRACT_LENGTH = 100;
export const LISTING_AUDITS = 4;
export const LISTING_TEAM = 6;
export const LISTING_FILES = 4;
