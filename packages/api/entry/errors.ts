export const entryErrors = {
  PASSWORD_COMMON: { code: 1046 },
  LOGIN_TICKET_OVER: { code: 1047 },
  RESET_STEP_ONE: { code: 1048 },
} as const;
