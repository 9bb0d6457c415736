import { usePreference, useServices } from '../data/index.ts';

/** Whether amounts are shown or masked, and the switch between the two. */
export function useAmountsShown(): [boolean, () => void] {
  const { preferences } = useServices();
  const shown = usePreference('showAllAssets');
  return [shown, () => preferences.change({ showAllAssets: !shown })];
}
