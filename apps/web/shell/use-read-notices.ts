import { toasts, useProblem } from '@candor/ui';
import { type ReadNotices, useServices } from '../data/index.ts';

/** Returns what marks notices as read on all devices. Where it fails, a toast says why, and they are unread again. */
export function useReadNotices(): (what: ReadNotices) => void {
  const { notices } = useServices();
  const problemOf = useProblem();
  return (what) => {
    notices.read(what).catch((error: unknown) => toasts.refused(problemOf(error).text));
  };
}
