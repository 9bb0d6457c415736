export const noticeErrors = {
  /** A channel that its kind is not offered on, or that cannot be switched off. */
  NOTICE_SETTING_FIXED: { code: 3381 },
} as const;
