import { Badge } from '@candor/ui';
import { useIntl } from 'react-intl';

/** Halted or trading. */
export function StateBadge({ halted }: { readonly halted: boolean }) {
  const intl = useIntl();
  return (
    <Badge tone={halted ? 'warn' : 'neutral'}>
      {intl.formatMessage({ id: `console.shell.state.${halted ? 'halted' : 'trading'}` })}
    </Badge>
  );
}
