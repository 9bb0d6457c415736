import { defineActs } from './define-acts.ts';

/** Looks at messages: `recipient` is the filter, `*` without one, and `count` the number of messages shown. */
export const messagesDeskActs = defineActs('messages', {
  viewMessages: { recipient: 'any', count: 'count' },
});
