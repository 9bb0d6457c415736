export const defiErrors = {
  APPROVALS_NEVER_ASKED: { code: 2022 },
} as const;
