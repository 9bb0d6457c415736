/** Each round of a review by two operators has two items: one for the first approval, and one for the second. */
export const versionOf = (round: number, isFirst: boolean): number => 2 * round - (isFirst ? 1 : 0);

/** The round of an item, and if it is the one for the first approval. */
export const roundOf = (version: number): { readonly round: number; readonly isFirst: boolean } => ({
  round: Math.ceil(version / 2),
  isFirst: version % 2 === 1,
});
