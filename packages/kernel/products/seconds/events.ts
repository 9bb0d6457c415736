export type SecondsEvent = never;
export type SecondsRejection = never;
export type SecondsEntryKind = never;
