/** What others may read of this product. */
export type PerpetualView = Readonly<Record<never, never>>;
