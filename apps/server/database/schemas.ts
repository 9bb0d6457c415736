/** All schemas that Candor makes in a database. `npm run reset` takes them out. */
export const SCHEMAS = [
  'apikeys',
  'bank',
  'codes',
  'content',
  'deposits',
  'factors',
  'features',
  'files',
  'identity',
  'jobs',
  'journal',
  'kyc',
  'market',
  'messages',
  'operator',
  'outbox',
  'practice',
  'projections',
  'review',
  'statements',
  'terms',
  'tiers',
  'touches',
  'withdrawals',
] as const;

export type SchemaName = (typeof SCHEMAS)[number];
