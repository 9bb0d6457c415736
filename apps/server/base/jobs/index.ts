export { addJob, addJobs, MOST_ATTEMPTS, type NewJob } from './add-job.ts';
export { dailyTask, planDaily } from './daily.ts';
export { listJobs, plainError, retryJob, type ShownJob, type ShownJobState } from './job-list.ts';
export { JOBS_SCHEMA, migrateJobs, NEWEST_MIGRATION } from './migrate-jobs.ts';
export type { Attempt, Task } from './task.ts';
