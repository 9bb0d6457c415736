export const bankErrors = {
  BANK_CARD_BOUND: { code: 1270 },
  BANK_CARD_NAME: { code: 1271 },
} as const;
