import type { FactorChange } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';

/** Changes of an account's factors, and holds that began. */
export function FactorChanges({ changes }: { readonly changes: readonly FactorChange[] }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  if (changes.length === 0) return text('console.queue.noneOf');
  return changes.map(({ change, hold, time }) => (
    <span key={`${change} ${hold} ${time}`} className="block">
      {text(`console.users.event.${change}`)}
      {hold !== null && ` · ${intl.formatMessage({ id: `console.facts.hold.${hold}` })}`}
      {' · '}
      {format.dateTime(time)}
    </span>
  ));
}
