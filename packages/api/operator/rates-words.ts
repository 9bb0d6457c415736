// apart from the calls, so that a page that names it ships no schema

/** The source of the rates that a new house begins with, which pages show in their own words. */
export const FIRST_RATES_SOURCE = 'European Central Bank, euro reference rates, crossed to USD';
