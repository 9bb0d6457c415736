export type TransferCommand = never;
