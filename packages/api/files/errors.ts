export const fileErrors = {
  FILE_MISSING: { code: 1250 },
  FILE_TOO_LARGE: { code: 1251 },
  FILE_NOT_IMAGE: { code: 1252 },
  IMAGE_TOO_LARGE: { code: 1253 },
  IMAGE_UNREADABLE: { code: 1254 },
  UPLOADS_LIMITED: { code: 1255 },
  FILE_UNKNOWN: { code: 1256 },
} as const;
