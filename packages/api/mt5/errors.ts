export const mt5Errors = {
  MT5_UNAVAILABLE: { code: 1296 },
} as const;
