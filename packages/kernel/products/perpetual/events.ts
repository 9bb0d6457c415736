export type PerpetualEvent = never;
export type PerpetualRejection = never;
export type PerpetualEntryKind = never;
