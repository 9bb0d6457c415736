export const statementErrors = {
  STATEMENT_YEAR: { code: 3420 },
  STATEMENT_NOT_READY: { code: 3421 },
} as const;
