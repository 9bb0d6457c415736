export const chatErrors = {
  CHAT_TEXT_EMPTY: { code: 1501 },
  CHAT_TEXT_TOO_LONG: { code: 1502 },
  CHAT_UNKNOWN: { code: 1503 },
  CHAT_ENDED: { code: 1504 },
  CHAT_MESSAGES_LIMITED: { code: 1505 },
  CHAT_LINK_WRONG: { code: 1506 },
  CHAT_FORMS_LIMITED: { code: 1507 },
  CHAT_MAIL_CLOSED: { code: 1508 },
  CHAT_NOT_RESOLVED: { code: 1509 },
  CHAT_IN_HAND: { code: 1510 },
} as const;
