export const myDataErrors = {
  DATA_EXPORT_UNDER_WAY: { code: 1700 },
  DATA_EXPORTS_LIMITED: { code: 1701 },
  CLOSING_STILL_OPEN: { code: 1702 },
  CLOSING_DUST: { code: 1703 },
} as const;
