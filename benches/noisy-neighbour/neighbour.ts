/** One address that asks for what is dearest, far beyond its budget. A process of its own. */
import { Agent, request } from 'node:http';
import process from 'node:process';

export interface NeighbourRequest {
  readonly url: string;
  readonly requestsPerSecond: number;
  readonly seconds: number;
}

export interface NeighbourResult {
  readonly answered: number;
  readonly refused: number;
}

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

function ask(url: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': ADDRESS };
    const sent = request(url + nextPath(), { agent, headers }, (response) => {
      let start = '';
      response.on('data', (chunk: Buffer) => {
        if (start.length < 40) start += chunk.toString('latin1', 0, 40);
      });
      response.on('end', () => resolve(response.statusCode === 200 && !start.startsWith('{"code":429')));
    });
    sent.on('error', reject);
    sent.end();
  });
}

process.on('message', async ({ url, requestsPerSecond, seconds }: NeighbourRequest) => {
  const startMs = performance.now();
  const pending: Promise<boolean>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startMs;
      while (pending.length < (Math.min(elapsedMs, seconds * 1_000) / 1_000) * requestsPerSecond)
        pending.push(ask(url));
      if (elapsedMs < seconds * 1_000) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  const answers = await Promise.all(pending);
  const answered = answers.filter(Boolean).length;
  process.send?.({ answered, refused: answers.length - answered } satisfies NeighbourResult);
});
process.on('disconnect', () => process.exit());
