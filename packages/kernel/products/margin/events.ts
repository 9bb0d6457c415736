export type MarginEvent = never;
export type MarginRejection = never;
export type MarginEntryKind = never;
