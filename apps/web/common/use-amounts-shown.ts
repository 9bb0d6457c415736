import { usePreference, useServices } from '../data/index.ts';

/** Returns a flag, true while amounts are shown and false while masked, and the switch between the two. */
export function useAmountsShown(): [boolean, () => void] {
  const { preferences } = useServices();
  const shown = usePreference('showAllAssets');
  return [shown, () => preferences.change({ showAllAssets: !shown })];
}
