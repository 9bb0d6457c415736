import type { Task } from '../../base/jobs/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import { forgetNoticesTask, mailNoticesTask } from '../../gateway/notices/index.ts';
import { forgetGuestsTask, tellAnsweredTask } from '../../users/chat/index.ts';
import { type Factors, forgetStepUpsTask } from '../../users/factors/index.ts';
import { type MyDataTasksNeeds, myDataTasks } from '../../users/mydata/index.ts';
import { type FinishOptions, finishTask } from '../../users/recovery/index.ts';
import { leftOut, type OwnDataNeeds, ownData } from './own-data.ts';

/** The services that tasks of subjects need, in the process of the jobs. */
export type SubjectTasksNeeds = Omit<MyDataTasksNeeds, 'ownData' | 'leftOut'> &
  OwnDataNeeds &
  FinishOptions & { readonly messages: Messages; readonly factors: Pick<Factors, 'reach'> };

/** The tasks of all subjects beside the messages': one line a subject. */
export function subjectTasks(needs: SubjectTasksNeeds): readonly Task[] {
  return [
    ...myDataTasks({ ...needs, ownData: ownData(needs), leftOut }),
    finishTask(needs),
    mailNoticesTask({ ...needs, reach: needs.factors.reach }),
    forgetNoticesTask(needs),
    tellAnsweredTask(needs),
    forgetGuestsTask(needs),
    forgetStepUpsTask(needs),
  ];
}
