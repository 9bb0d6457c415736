export const apiKeyErrors = {
  API_KEY_INVALID: { code: 1150 },
  API_KEY_SIGNATURE: { code: 1151 },
  API_KEY_ADDRESS: { code: 1152 },
  API_KEY_SCOPE: { code: 1153 },
  API_KEY_NOT_ACCEPTED: { code: 1154 },
  API_KEYS_FULL: { code: 1155 },
  API_KEY_NEEDS_ADDRESSES: { code: 1156 },
  API_KEY_WITHDRAW_CLOSED: { code: 1157 },
} as const;
