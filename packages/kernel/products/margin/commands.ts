export type MarginCommand = never;
