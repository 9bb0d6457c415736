import { defineActs } from './define-acts.ts';

/** Acts on conversations with support; `chat` is the number of the conversation, `user` the user's or `-`. */
export const supportDeskActs = defineActs('support', {
  viewSupport: { chat: 'text', user: 'text' },
  viewSupportPicture: { chat: 'text', user: 'text', message: 'text' },
  takeSupport: { chat: 'text', user: 'text' },
  giveBackSupport: { chat: 'text', user: 'text' },
  answerSupport: { chat: 'text', user: 'text', message: 'text' },
  noteSupport: { chat: 'text', user: 'text' },
  handOverSupport: { chat: 'text', user: 'text', to: 'text' },
  snoozeSupport: { chat: 'text', user: 'text', until: 'text' },
  resolveSupport: { chat: 'text', user: 'text' },
  saveCannedAnswer: { code: 'text' },
  saveSupportHours: { hours: 'text', holidays: 'text' },
  removeCannedAnswer: { code: 'text' },
});
