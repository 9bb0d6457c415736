import { ConnectionBadge, type ConnectionState, cx } from '@candor/ui';
import { FormattedMessage, useIntl } from 'react-intl';
import { type FeedState, useAccountOld, useFeedStatus, useSettings } from '../data/index.ts';

const connections: Record<FeedState, ConnectionState> = {
  connecting: 'reconnecting',
  live: 'live',
  stale: 'stale',
  offline: 'offline',
};

/** The id of the sentence that says where prices come from and whether money is real. */
export function pricesMessageId(mode: 'practice' | 'real', feed: 'simulator' | 'replay' | 'live'): string {
  return mode === 'practice' ? `shell.ribbon.practice.${feed}` : 'shell.ribbon.real';
}

/** Says whether prices and, of a user, the account are current: one of the two may be cut off alone. */
function FeedBadge() {
  const { state, roundTripMs } = useFeedStatus();
  const isAccountOld = useAccountOld();
  return (
    <ConnectionBadge
      state={state === 'live' && isAccountOld ? 'reconnecting' : connections[state]}
      {...(roundTripMs === null ? {} : { latencyMs: Math.max(1, roundTripMs) })}
    />
  );
}

/** The strip under the top bar: in words whether money and prices are real, and whether the feed is up. */
export function OperationsBar({ wide }: { wide: boolean }) {
  const intl = useIntl();
  const { data: settings } = useSettings();
  const practice = settings?.mode === 'practice';
  return (
    <section
      aria-label={intl.formatMessage({ id: 'shell.prices.title' })}
      className="flex min-h-7 flex-col justify-center border-b bg-ground text-12 text-ink-2"
    >
      <div
        className={cx(
          'flex w-full items-center justify-between gap-4 px-4 py-1 sm:px-5',
          !wide && 'mx-auto max-w-330',
        )}
      >
        <p className="flex min-w-0 items-baseline gap-2">
          {practice && (
            <span aria-hidden="true" className="size-1.5 shrink-0 -translate-y-px rounded-full bg-warn" />
          )}
          {settings !== undefined && (
            <>
              <span className={cx(practice && 'max-sm:hidden')}>
                {practice && (
                  <strong className="font-semibold text-ink">
                    <FormattedMessage id="shell.ribbon.practiceMode" />{' '}
                  </strong>
                )}
                <FormattedMessage id={pricesMessageId(settings.mode, settings.feed)} />
              </span>
              {practice && (
                <span className="sm:hidden">
                  <strong className="font-semibold text-ink">
                    <FormattedMessage id="shell.ribbon.short.practice" />
                  </strong>
                  {' · '}
                  <FormattedMessage id={`shell.ribbon.short.${settings.feed}`} />
                </span>
              )}
            </>
          )}
        </p>
        <FeedBadge />
      </div>
    </section>
  );
}
