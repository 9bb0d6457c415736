/** A door as a separate process, for tests that stop and resume it. Reports its port to its parent. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { createBus } from '../../apps/server/base/bus/index.ts';
import { connectCore } from '../../apps/server/engine/core/index.ts';
import { createRealtime } from '../../apps/server/gateway/realtime/index.ts';
import { liveFeeds } from '../../apps/server/program/subjects/index.ts';

const [path, silentMs] = process.argv.slice(2);
const report = (error: unknown): void => console.error(error);
const core = await connectCore({ path: path!, role: 'door', silentMs: Number(silentMs) });
const server = createServer((_request, response) => {
  const depth = realtime.depthSnapshot('BTCUSDT', 500);
  response.writeHead(depth === null ? 503 : 200).end(JSON.stringify(depth));
});
const realtime = await createRealtime({
  server,
  feeds: liveFeeds,
  core,
  bus: createBus(report),
  market: { tickers: () => [], recentTrades: () => [], indexTicks: () => [] },
  sessions: { authenticate: async (token) => ({ userId: Number(token.replace('token-', '')) }) },
  onError: report,
  refusals: { note: () => {} },
  settings: { flushMs: 20, heartbeatMs: 100 },
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
