import type { CommittedBatch } from '@candor/journal';
import { type CoreLink, onBatches } from '../core/index.ts';
import type { Hub } from './hub.ts';
import { statesChannel } from './market-channels.ts';

export interface StatesFeedDeps {
  readonly core: Pick<CoreLink, 'ask' | 'onCommitted'>;
  readonly hub: Hub;
  readonly onError: (error: unknown) => void;
}

/**
 * Publishes halts and reopenings as soon as they are committed. Resolves once the present states are in the channel;
 * the result stops it.
 */
export async function createStatesFeed({ core, hub, onError }: StatesFeedDeps): Promise<() => void> {
  const channel = statesChannel();
  let sent = '';
  let due = false;
  const publish = async (): Promise<void> => {
    due = false;
    const states = await core.ask('marketStates');
    const text = JSON.stringify(states);
    if (text === sent) return;
    sent = text;
    channel.push(states);
  };
  const stop = onBatches(core, (batch, gap) => {
    if (due || !(gap || touchesStates(batch))) return;
    due = true;
    setImmediate(() => publish().catch(onError));
  });
  await publish();
  // A client that comes before the first flush gets the states too.
  channel.takeFrames();
  hub.add(channel);
  return stop;
}

/** Only the system lists and halts: users' commands are not looked into. */
function touchesStates(batch: CommittedBatch): boolean {
  return batch.commands.some(
    ({ envelope, events }) =>
      envelope.userId === 0 &&
      events.some(
        ({ type }) =>
          type === 'catalogue' ||
          type === 'symbolState' ||
          type === 'perpetualState' ||
          type === 'secondsChanged',
      ),
  );
}
