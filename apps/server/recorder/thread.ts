/** The recorder in a thread of its own: no work of the main thread delays its ticks. */
import { workerData } from 'node:worker_threads';
import { openFeed } from '../feeds/index.ts';
import { StartupError } from '../startup-error.ts';
import type { FromRecorder, ThreadData } from './messages.ts';
import { serve } from './serve.ts';
import { wordsOf } from './words.ts';

const { port, feed: options } = workerData as ThreadData;
const post = (message: FromRecorder) => port.postMessage(message);

try {
  const feed = await openFeed({ ...options, now: Date.now, log: (line) => post({ type: 'log', line }) });
  serve({ feed, port, now: Date.now, onStopped: () => port.close() });
} catch (error) {
  post({ type: 'failed', code: error instanceof StartupError ? error.code : null, message: wordsOf(error) });
  port.close();
}
