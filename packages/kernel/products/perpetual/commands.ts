export type PerpetualCommand = never;
