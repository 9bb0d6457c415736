import { defineActs } from './define-acts.ts';

/** Acts on jobs; `job` is the job's number, `task` the name of its task. */
export const jobsDeskActs = defineActs('jobs', {
  retryJob: { job: 'text', task: 'text' },
});
