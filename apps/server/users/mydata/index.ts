export type { Closings } from './closings.ts';
export { ownedRows } from './end-account.ts';
export type { Exports } from './exports.ts';
export { fileOfTable, makeArchive, ownersRows } from './make-export.ts';
export { serveExports } from './serve-exports.ts';
export { type MyDataTasksNeeds, myDataTasks } from './tasks.ts';
