// apart from the calls, so that a page that names them ships no schema

/** Queues of the dashboard, each with a text `console.dashboard.wait.<queue>`. */
export const activityQueues = [
  'reviews',
  'withdrawals',
  'deposits',
  'proposals',
  'jobs',
  'messages',
  'outbox',
] as const;

/** Pools of the dashboard, each with a text `console.dashboard.pool.<pool>`. */
export const poolNames = ['seconds', 'lending', 'lendingInsurance', 'contractInsurance'] as const;
