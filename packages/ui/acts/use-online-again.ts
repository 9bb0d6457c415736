import { useEffect } from 'react';
import { useProblem } from './problem.ts';

/** Clears an error that says that the device is offline, once it is online again. */
export function useOnlineAgain(error: unknown, clear: () => void): void {
  const problemOf = useProblem();
  const isOffline = error !== null && problemOf(error).isOffline;
  useEffect(() => {
    if (!isOffline) return;
    window.addEventListener('online', clear);
    return () => window.removeEventListener('online', clear);
  }, [isOffline, clear]);
}
