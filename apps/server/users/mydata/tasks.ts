import type { Task } from '../../base/jobs/index.ts';
import type { Factors } from '../factors/index.ts';
import type { Identity } from '../identity/index.ts';
import { closeTask, type EndAccountOptions, remindTask } from './end-account.ts';
import { exportTask, forgetExportTask, type MakeExportOptions } from './make-export.ts';

export interface MyDataTasksNeeds
  extends Omit<MakeExportOptions, 'tell'>,
    Pick<EndAccountOptions, 'files' | 'closings' | 'leftOut' | 'outbox'> {
  readonly identity: Pick<Identity, 'sessions'>;
  readonly factors: Pick<Factors, 'notices'>;
}

/** The tasks of exports and closings. */
export function myDataTasks(needs: MyDataTasksNeeds): readonly Task[] {
  const { notices } = needs.factors;
  const { sessions } = needs.identity;
  return [
    exportTask({
      ...needs,
      tell: (trx, userId) => notices.tell(trx, userId, 'dataReady'),
    }),
    forgetExportTask(needs),
    closeTask({ ...needs, notices, sessions }),
    remindTask({ ...needs, notices }),
  ];
}
