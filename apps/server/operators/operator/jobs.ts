import type { jobsDeskCalls } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import { listJobs, retryJob } from '../../base/jobs/index.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';

/** The jobs that are not done. An operator can bring the next try forward, and changes nothing else of a job. */
export function jobsDesk({ operators: { db, log }, now }: DeskDeps): DeskHandlers<typeof jobsDeskCalls> {
  return {
    async getOperatorJobs({ query }) {
      const { rows, nextCursor } = await listJobs(db, { ...query, where: query });
      const records = rows.map(({ createdMs, nextMs, ...job }) => ({
        ...job,
        createTime: createdMs,
        nextTime: nextMs,
      }));
      return { records, nextCursor };
    },
    async retryOperatorJob({ session, params: { id }, body: { reason } }) {
      await db.transaction().execute(async (trx) => {
        refuseLate(now());
        const task = await retryJob(trx, id);
        if (task === null) throw new Refusal('JOB_NOT_WAITING');
        await log.append(trx, {
          timeMs: now(),
          operator: session.name,
          action: 'retryJob',
          details: { job: String(id), task, reason },
        });
      });
      return null;
    },
  };
}
