export const walletErrors = {
  PRACTICE_CAP_REACHED: { code: 3002 },
  TRANSFER_SAME_WALLET: { code: 3010 },
  TRANSFER_ASSET_NOT_KEPT: { code: 3011 },
  TRANSFER_LOCKED: { code: 3012 },
  PRACTICE_CAP_EXCEEDED: { code: 9010 },
} as const;
