export const recoveryErrors = {
  RECOVERY_UNKNOWN: { code: 1720 },
  RECOVERY_UNDER_WAY: { code: 1721 },
  RECOVERY_IMPOSSIBLE: { code: 1722 },
  RECOVERY_LIMITED: { code: 1723 },
} as const;
