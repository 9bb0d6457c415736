export { actKey } from './act-key.ts';
export type { OperatorActs } from './acts.ts';
export { type ConsoleDeps, createConsoleApp } from './console-app.ts';
export type { DeskDeps, DeskHandlers, ProcessRow } from './desk.ts';
export { ownDesks } from './desks.ts';
export type { ActDetails, FourEyesAct, FourEyesActs } from './four-eyes.ts';
export type { NewEntry } from './log.ts';
export { createLooks, type RecordList } from './looks.ts';
export { FIRST_OPERATOR, SECOND_OPERATOR } from './names.ts';
export { type OperatorRoom, type OperatorRoomOptions, openOperatorRoom } from './operator-room.ts';
export type { Operator, OperatorSession } from './operator-types.ts';
export {
  assetOf,
  closingDetails,
  fundingOf,
  poolErrorOf,
  ppmOf,
  timeText,
} from './pool-acts.ts';
export { proposeCommand } from './propose-command.ts';
export { readFactorChanges } from './review-account.ts';
export { startSampler } from './samples.ts';
export { type UnitsText, unitsText, unitsTextOf } from './units-text.ts';
