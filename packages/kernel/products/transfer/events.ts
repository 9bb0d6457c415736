export type TransferEvent = never;
export type TransferRejection = never;
export type TransferEntryKind = never;
