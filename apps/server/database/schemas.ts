/** All schemas that Candor makes in a database. `npm run reset` takes them out. */
export const SCHEMAS = [
  'apikeys',
  'bank',
  'codes',
  'content',
  'deposits',
  'factors',
  'files',
  'identity',
  'jobs',
  'journal',
  'kyc',
  'market',
  'messages',
  'mydata',
  'operator',
  'outbox',
  'practice',
  'projections',
  'recovery',
  'review',
  'touches',
  'withdrawals',
] as const;

export type SchemaName = (typeof SCHEMAS)[number];
