export { openStatementTask, type StatementTaskDeps } from './task.ts';
