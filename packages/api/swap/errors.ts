export const swapErrors = {
  SWAP_NOT_OFFERED: { code: 1290 },
  SWAP_HALTED: { code: 1291 },
  SWAP_AMOUNT: { code: 1292 },
  SWAP_HOUSE_LIMIT: { code: 1293 },
  SWAP_QUOTE_ENDED: { code: 1294 },
  SWAP_UNKNOWN: { code: 1295 },
} as const;
