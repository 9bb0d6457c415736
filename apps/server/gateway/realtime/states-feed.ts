import type { KernelEvent } from '@candor/kernel';
import { type CoreLink, hasSystemEvent, onBatches } from '../../engine/core/index.ts';
import type { Hub } from './hub.ts';
import { statesChannel } from './market-channels.ts';

/** Only the system lists and halts. */
const CHANGES = new Set<KernelEvent['type']>([
  'catalogue',
  'symbolState',
  'perpetualState',
  'secondsChanged',
]);

const RETRY_MS = 100;

export interface StatesFeedDeps {
  readonly core: Pick<CoreLink, 'ask' | 'onCommitted'>;
  readonly hub: Hub;
  readonly onError: (error: unknown) => void;
}

/**
 * Publishes halts and reopenings as soon as they are committed, and again after a read that failed. Resolves once the
 * present states are in the channel; the result stops it.
 */
export async function createStatesFeed({ core, hub, onError }: StatesFeedDeps): Promise<() => void> {
  const channel = statesChannel();
  let sent = '';
  let due = false;
  let stopped = false;
  const publish = async (): Promise<void> => {
    due = false;
    const states = await core.ask('marketStates');
    const text = JSON.stringify(states);
    if (text === sent) return;
    sent = text;
    channel.push(states);
  };
  const publishSoon = (): void => {
    if (due || stopped) return;
    due = true;
    setImmediate(() =>
      publish().catch((error: unknown) => {
        onError(error);
        setTimeout(publishSoon, RETRY_MS).unref();
      }),
    );
  };
  const stop = onBatches(core, (batch, gap) => {
    if (gap || hasSystemEvent(batch, CHANGES)) publishSoon();
  });
  await publish();
  // A client that comes before the first flush gets the states too.
  channel.pass();
  hub.add(channel);
  return () => {
    stopped = true;
    stop();
  };
}
