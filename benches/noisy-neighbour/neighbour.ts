/** One address that asks for what is dearest, far beyond its budget. A process of its own. */
import { Agent, request } from 'node:http';
import process from 'node:process';

export interface NeighbourRequest {
  readonly url: string;
  readonly requestsPerSecond: number;
  readonly seconds: number;
  /** The time to wait for an answer. */
  readonly timeoutMs: number;
}

export interface NeighbourResult {
  readonly answered: number;
  readonly refused: number;
  /** Requests without a complete answer: the connection was closed, or the answer was late. */
  readonly unanswered: number;
}

type Answer = keyof NeighbourResult;

const ADDRESS = '203.0.113.66';
const MINUTE_MS = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let asked = 0;

/** 1,500 candles that nobody has asked for before, and now and then the documentation uncompressed. */
function nextPath(): string {
  asked += 1;
  if (asked % 8 === 0) return '/docs';
  const endMs = Date.now() - asked * MINUTE_MS;
  return `/api/v1/coin/open/kline/BTCUSDT/1m?limit=1500&endMs=${endMs}`;
}

function ask(url: string, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const unanswered = () => resolve('unanswered');
    const sent = request(url + nextPath(), { agent, headers: { 'x-forwarded-for': ADDRESS } }, (response) => {
      let start = '';
      response.on('data', (chunk: Buffer) => {
        if (start.length < 40) start += chunk.toString('latin1', 0, 40);
      });
      response.on('end', () => {
        const isAnswer = response.statusCode === 200 && !start.startsWith('{"code":429');
        resolve(isAnswer ? 'answered' : 'refused');
      });
      response.on('error', unanswered);
    });
    sent.setTimeout(timeoutMs, () => sent.destroy());
    sent.on('error', unanswered);
    // Always the last event; after an answer it has no effect.
    sent.on('close', unanswered);
    sent.end();
  });
}

process.on('message', async ({ url, requestsPerSecond, seconds, timeoutMs }: NeighbourRequest) => {
  const startMs = performance.now();
  const pending: Promise<Answer>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startMs;
      while (pending.length < (Math.min(elapsedMs, seconds * 1_000) / 1_000) * requestsPerSecond)
        pending.push(ask(url, timeoutMs));
      if (elapsedMs < seconds * 1_000) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  const result = { answered: 0, refused: 0, unanswered: 0 };
  for (const answer of await Promise.all(pending)) result[answer] += 1;
  process.send?.(result satisfies NeighbourResult);
});
process.on('disconnect', () => process.exit());
