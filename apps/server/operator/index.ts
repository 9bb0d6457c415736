export { type ConsoleDeps, createConsoleApp } from './console-app.ts';
export type { ProcessRow } from './desk.ts';
export { FIRST_OPERATOR, SECOND_OPERATOR } from './names.ts';
export { type OperatorRoom, type OperatorRoomOptions, openOperatorRoom } from './operator-room.ts';
export { startSampler } from './samples.ts';
