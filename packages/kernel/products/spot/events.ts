export type SpotEvent = never;
export type SpotRejection = never;
export type SpotEntryKind = never;
