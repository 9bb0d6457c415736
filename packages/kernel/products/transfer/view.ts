/** What others may read of this product. */
export type TransferView = Readonly<Record<never, never>>;
