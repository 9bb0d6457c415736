import { type Look, timestampOf } from '../../base/metrics/index.ts';
import type { FeedStatus } from '../feeds/index.ts';

/** Shows the feed, its venues and the age of the market as metrics. */
export function feedLook(read: () => Promise<FeedStatus>): Look {
  return {
    subject: 'feed',
    gauges: {
      feed_running: { help: '1 while the feed gives prices' },
      feed_market_timestamp_seconds: { help: 'Time of the newest prices' },
      venue_connected: { help: '1 while a venue is connected', labels: ['venue'] },
    },
    read: async () => {
      const { phase, marketTimeMs, venues } = await read();
      return [
        { gauge: 'feed_running', value: phase === 'running' ? 1 : 0 },
        { gauge: 'feed_market_timestamp_seconds', value: timestampOf(marketTimeMs) },
        ...venues.map(({ name, connected }) => ({
          gauge: 'venue_connected',
          labels: { venue: name },
          value: connected ? 1 : 0,
        })),
      ];
    },
  };
}
