import { defineActs } from './define-acts.ts';

/** The acts of logins and of operators' own accounts. */
export const accountDeskActs = defineActs('account', {
  firstOperator: { name: 'text' },
  enrolFactor: {},
  login: {},
  logout: {},
  loginFailed: { name: 'text', address: 'text', reason: 'text', times: 'count?', last: 'text?' },
  callRefused: { call: 'text' },
  changePassword: { endedSessions: 'count' },
  forgetDevice: { device: 'text' },
});
