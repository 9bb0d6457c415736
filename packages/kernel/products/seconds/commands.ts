export type SecondsCommand = never;
