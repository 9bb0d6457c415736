import { useEffect } from 'react';

/** Tells the form of a field while its file is read or uploaded, and that it ended when the field is gone. */
export function useBusy(isBusy: boolean, onBusy: (isBusy: boolean) => void): void {
  useEffect(() => {
    if (!isBusy) return;
    onBusy(true);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
}
