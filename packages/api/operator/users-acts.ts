import { defineActs } from './define-acts.ts';

/**
 * Looks at users and notes about them. `search` is what was typed; `list` names a list of the console and `filter` its
 * filters, `*` without any.
 */
export const usersDeskActs = defineActs('users', {
  findUser: { search: 'text', count: 'count' },
  viewUser: { user: 'text', why: 'text' },
  viewRecords: { list: 'text', filter: 'text', count: 'count' },
  noteUser: { user: 'text' },
});
