/** What others may read of spot beside books and open orders. */
export type SpotView = Readonly<Record<never, never>>;
