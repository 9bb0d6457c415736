// No schemas: browsers load this module.

/** The menus that operators may fill. */
export const NAV_PLACES = ['top', 'footer.markets', 'footer.flash', 'footer.earn', 'footer.company'] as const;
export type NavPlace = (typeof NAV_PLACES)[number];
