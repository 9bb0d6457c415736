import { MessageChannel, Worker } from 'node:worker_threads';
import type { FeedOptions, MarketFeed } from '../feeds/index.ts';
import { openLink, type Recorder, type RecorderLine } from './link.ts';
import type { ThreadData } from './messages.ts';
import { serve } from './serve.ts';

/**
 * Starts a recorder in a thread of its own, so that nothing that holds this one up delays or drops a tick; one that is
 * gone is started again. Throws StartupError when there is nothing to play.
 */
export function openRecorder({ now, log, ...feed }: FeedOptions): Promise<Recorder> {
  return openLink({ connect: () => thread(feed), now, log, speed: feed.speed });
}

/** A recorder in this thread, for feeds that exist here only. */
export function recordHere(
  feed: MarketFeed,
  options: Pick<FeedOptions, 'now' | 'log' | 'speed'>,
): Promise<Recorder> {
  const connect = (): RecorderLine => {
    const { port1, port2 } = new MessageChannel();
    serve({ feed, port: port2, now: options.now, onStopped: () => {} });
    return { port: port1, gone: new Promise(() => {}), end: async () => port2.close() };
  };
  return openLink({ connect, ...options });
}

function thread(feed: ThreadData['feed']): RecorderLine {
  const { port1, port2 } = new MessageChannel();
  const workerData: ThreadData = { port: port2, feed };
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    ...{ name: 'recorder', workerData, transferList: [port2] },
  });
  const gone = new Promise<string>((resolve) => {
    let why: string | null = null;
    worker.on('error', (error) => {
      why = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', (code) => resolve(why ?? `its thread ended with code ${code}`));
  });
  return { port: port1, gone, end: async () => void (await worker.terminate()) };
}
