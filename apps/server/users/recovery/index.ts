export { type FinishOptions, finishTask } from './finish.ts';
export type { Requests } from './requests.ts';
