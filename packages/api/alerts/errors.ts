export const alertErrors = {
  PRICE_ALERTS_FULL: { code: 2070 },
  PRICE_ALERT_MET: { code: 2071 },
  PRICE_ALERT_UNKNOWN: { code: 2072 },
  PRICE_ALERT_PERCENT: { code: 2073 },
} as const;
