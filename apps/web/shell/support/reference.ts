/** Returns the reference by which staff sees what a reader was told: the text's id, an error's without its room. */
export const referenceOf = (textId: string): string => textId.replace(/^error\./, '').slice(0, 64);
