/** What others may read of this product. */
export type MarginView = Readonly<Record<never, never>>;
