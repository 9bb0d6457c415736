export const identityErrors = {
  WRONG_CREDENTIALS: { code: 1001 },
  ACCOUNT_TAKEN: { code: 1002 },
  ACCOUNT_INVALID: { code: 1003 },
  PASSWORD_INVALID: { code: 1004 },
  PASSWORDS_DIFFER: { code: 1005 },
  INVITE_CODE_UNKNOWN: { code: 1006 },
  LOGIN_RATE_LIMITED: { code: 1007 },
  REGISTER_RATE_LIMITED: { code: 1008 },
  LOGIN_STEP_ONE: { code: 1009 },
  LOGIN_PROOF_NEEDED: { code: 1013 },
} as const;
