/** The look of prices that are not current: one grey on the second ground, which is still read with ease. */
export const OLD_PRICES = 'outdated';

/** Look of a chart while its prices are not current. Its colours are drawn in, so that only a filter changes them. */
export const OLD_CHART = 'bg-ground grayscale';
