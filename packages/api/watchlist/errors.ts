export const watchlistErrors = {
  FAVOURITES_FULL: { code: 1011 },
} as const;
