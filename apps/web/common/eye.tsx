import { hiddenAmount } from '@candor/i18n';
import { IconButton, useText } from '@candor/ui';
import { EyeOff, Eye as Open } from 'lucide-react';
import { useAmountsShown } from './use-amounts-shown.ts';

/** The switch that masks the user's amounts on all pages, and shows them again. */
export function Eye() {
  const text = useText();
  const [shown, toggle] = useAmountsShown();
  const Icon = shown ? Open : EyeOff;
  return (
    <IconButton
      size="small"
      label={text(shown ? 'ui.amounts.hide' : 'ui.amounts.show')}
      aria-pressed={!shown}
      onClick={toggle}
    >
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
    </IconButton>
  );
}

/** Returns a function that masks the text of an amount while amounts are hidden. */
export function useMasked(): (amount: string) => string {
  const [shown] = useAmountsShown();
  return (amount) => (shown ? amount : hiddenAmount);
}
