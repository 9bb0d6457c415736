import { useIntl } from 'react-intl';
import { cx } from '../cx.ts';
import { useFormatters } from '../provider/use-formatters.ts';

export type ConnectionState = 'live' | 'reconnecting' | 'offline' | 'stale';

const dots: Record<ConnectionState, string> = {
  live: 'bg-ink-3',
  reconnecting: 'border-2 border-warn',
  offline: 'rounded-none bg-warn',
  stale: 'bg-warn',
};

/** Shows if the page is up to date. A word always says it; the dot only helps. */
export function ConnectionBadge({ state, latencyMs }: { state: ConnectionState; latencyMs?: number }) {
  const intl = useIntl();
  const formatters = useFormatters();
  return (
    <span
      role="status"
      className={cx(
        'inline-flex items-center gap-2 text-12 whitespace-nowrap',
        state === 'live' ? 'text-ink-2' : 'text-warn',
      )}
    >
      <span aria-hidden="true" className={cx('size-2 rounded-full', dots[state])} />
      <span>{intl.formatMessage({ id: `ui.connection.${state}` })}</span>
      {state === 'live' && latencyMs !== undefined && (
        <span className="figure text-ink-3" aria-hidden="true">
          {intl.formatMessage({ id: 'ui.latency' }, { ms: formatters.count(Math.round(latencyMs)) })}
        </span>
      )}
    </span>
  );
}
