/** How prices look while they are not current. */
export const OLD_PRICES = 'opacity-50 grayscale';
