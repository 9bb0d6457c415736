/** What others may read of this product. */
export type SecondsView = Readonly<Record<never, never>>;
