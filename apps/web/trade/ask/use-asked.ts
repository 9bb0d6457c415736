import { useState } from 'react';
import { type AskedAct, usePreference, useServices } from '../../data/index.ts';

/** Confirmation of an act: `asks` is true if it is required, and the box lets the user turn it off. */
export interface Asked {
  readonly asks: boolean;
  /** Props of the dialog's box; what it says counts once the act is confirmed. */
  readonly unasked: { readonly checked: boolean; readonly onCheckedChange: (checked: boolean) => void };
  /** Call it when the act is confirmed: from then on it is not asked about, where the box says so. */
  remember(): void;
}

/** A question about one kind of act, which the user may end and begin again. */
export function useAsked(act: AskedAct): Asked {
  const { preferences } = useServices();
  const without = usePreference('unasked');
  const [checked, setChecked] = useState(false);
  return {
    asks: !without.includes(act),
    unasked: { checked, onCheckedChange: setChecked },
    remember() {
      if (checked) preferences.change({ unasked: [...without.filter((each) => each !== act), act] });
    },
  };
}
