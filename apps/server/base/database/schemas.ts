/** All schemas that Candor makes in a database. `npm run reset` takes them out. */
export const SCHEMAS = [
  'alerts',
  'apikeys',
  'articles',
  'bank',
  'chat',
  'codes',
  'content',
  'defi',
  'deposits',
  'factors',
  'features',
  'files',
  'identity',
  'jobs',
  'journal',
  'kyc',
  'listing',
  'loan',
  'market',
  'messages',
  'mydata',
  'notices',
  'operator',
  'otc',
  'outbox',
  'practice',
  'projections',
  'recovery',
  'review',
  'statements',
  'terms',
  'tiers',
  'touches',
  'treasury',
  'withdrawals',
] as const;

export type SchemaName = (typeof SCHEMAS)[number];

/** Schemas whose tables no room makes: the journal checks its own, the read models are made again, and the jobs' library. */
export const MADE_OTHERWISE = ['jobs', 'journal', 'projections'] as const satisfies readonly SchemaName[];
