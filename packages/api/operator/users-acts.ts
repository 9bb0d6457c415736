import { defineActs } from './define-acts.ts';

/**
 * Looks at users, notes about them and ends of their sessions. `search` is what was typed; `list` names a list of the console and `filter` its
 * filters, `*` without any; `code` is the coded reason of an act on sessions.
 */
export const usersDeskActs = defineActs('users', {
  findUser: { search: 'text', count: 'count' },
  viewUser: { user: 'text', why: 'text' },
  viewRecords: { list: 'console.shell.screen.', filter: 'filters', count: 'count' },
  noteUser: { user: 'text' },
  endUserSessions: { user: 'text', code: 'review.reason.sessions.', sessions: 'count' },
});
