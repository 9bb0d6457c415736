export const bankErrors = {
  BANK_CARD_BOUND: { code: 1270 },
} as const;
