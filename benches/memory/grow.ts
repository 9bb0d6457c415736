/**
 * A process of its own that grows a kernel and prints, as one JSON line each, how many bytes so much of it takes:
 * `node --expose-gc grow.ts orders|accounts <points…>`.
 */
import { createKernel, type Envelope, type Kernel } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';

const [what, ...points] = process.argv.slice(2);
const collect = (globalThis as { gc?: () => void }).gc;
if (collect === undefined) throw new Error('start it with --expose-gc');

const FUNDS = 10n ** 17n;
const FIRST_USER = 1000;
/** Traders, for orders: each may have many open. */
const TRADERS = 2000;
const MOST_OPEN = 10_000;

let seq = 0;

function send(kernel: Kernel, userId: number, body: Envelope['body']): void {
  const { outcome } = kernel.apply({ seq: ++seq, timeMs: 1, userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
}

function begin(kernel: Kernel): void {
  send(kernel, 0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
  send(kernel, 0, { type: 'listAsset', assetId: 1001, code: 'BTC', name: 'Bitcoin', scale: 8 });
  send(kernel, 0, { type: 'listAsset', assetId: 1002, code: 'USDT', name: 'Tether', scale: 8 });
  send(kernel, 0, {
    type: 'listSymbol',
    symbolId: 1,
    name: 'BTCUSDT',
    baseAssetId: 1001,
    quoteAssetId: 1002,
    tickDecimal: '0.01',
    lotDecimal: '0.00001',
    minNotional: 0n as Amount,
    maxLots: 1_000_000_000 as Lots,
    maxOpenOrders: MOST_OPEN,
    priceBandPpm: 0,
  });
}

/** Opens an account with both assets of the symbol. */
function openFunded(kernel: Kernel, accountUserId: number, amount: bigint): void {
  send(kernel, 0, { type: 'openAccount', accountUserId, kind: 'user' });
  for (const assetId of [1001, 1002])
    send(kernel, 0, { type: 'practiceFunds', accountUserId, assetId, amount: amount as Amount });
}

function rest(kernel: Kernel, i: number): void {
  const isBuy = i % 2 === 0;
  const away = 1 + (Math.imul(i, 0x9e3779b1) >>> 20);
  send(kernel, FIRST_USER + (i % TRADERS), {
    type: 'placeOrder',
    symbolId: 1,
    side: isBuy ? 'buy' : 'sell',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: true,
    priceTicks: (isBuy ? 100_000 - away : 100_000 + away) as PriceTicks,
    lots: 100 as Lots,
    quoteAmount: null,
    clientOrderId: null,
  });
}

function bytesUsed(): number {
  collect?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const kernel = createKernel();
begin(kernel);
if (what === 'orders')
  for (let i = 0; i < TRADERS; i++) openFunded(kernel, FIRST_USER + i, FUNDS / BigInt(TRADERS));
const before = bytesUsed();
let made = 0;
for (const point of points.map(Number)) {
  for (; made < point; made++) {
    if (what === 'orders') rest(kernel, made);
    else openFunded(kernel, FIRST_USER + made, 1_000_000n);
  }
  process.stdout.write(`${JSON.stringify({ count: made, bytes: bytesUsed() - before })}\n`);
}
if (kernel.seq !== seq) throw new Error('the kernel was not there to the end');
