/** Opens many positions in a contract of the bench's own, over connections to the core of the real program. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { connectCore, type RemoteCore } from '../../apps/server/engine/core/index.ts';

export const CONTRACT_ID = 900;
/** The price at which the positions are opened. */
export const PRICE = 60_000;
/** The funding interval, short enough for a bench. */
export const FUNDING_MS = 10_000;
const SELLER = 900_000;
const FIRST_USER = 900_001;
const TICKS_PER_UNIT = 100;
const AT_ONCE = 500;
const PRICES_PATIENCE_MS = 30_000;
/** The first fall liquidates positions of this leverage; the others are far from it. */
const HIGH_LEVERAGE = 100;
const LOW_LEVERAGE = 5;

/** Lists the contract and opens a long position for each user; `close` of them are close to liquidation. */
export async function openPositions(dataDir: string, users: number, close: number): Promise<void> {
  const path = join(dataDir, 'sockets', 'core.sock');
  const house = await connectCore({ path, role: 'house', events: false });
  const door = await connectCore({ path, role: 'door', events: false });
  try {
    await list(house);
    const all = Array.from({ length: users }, (_, index) => FIRST_USER + index);
    await fund(house, door, [SELLER], 10_000_000n);
    await eventually(() => send(door, SELLER, order('sell', users as Lots, LOW_LEVERAGE, 'GTC')));
    for (let from = 0; from < users; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      await fund(house, door, some, 100n);
      const leverage = (userId: number) => (userId < FIRST_USER + close ? HIGH_LEVERAGE : LOW_LEVERAGE);
      await Promise.all(
        some.map((userId) => send(door, userId, order('buy', 1 as Lots, leverage(userId), 'IOC'))),
      );
    }
  } finally {
    await door.close();
    await house.close();
  }
}

async function send(core: RemoteCore, userId: number, body: Command): Promise<void> {
  const { outcome } = await core.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type} of ${userId}: ${outcome.code}`);
}

/** Retries, because the first prices arrive some moments after the program is ready. */
async function eventually(act: () => Promise<void>): Promise<void> {
  const untilMs = Date.now() + PRICES_PATIENCE_MS;
  for (;;)
    try {
      return await act();
    } catch (error) {
      if (Date.now() > untilMs) throw error;
      await sleep(250);
    }
}

async function list(house: RemoteCore): Promise<void> {
  const { assetId, symbols } = await house.ask('contractsToOpen', SELLER);
  const index = symbols.find(({ name }) => name === 'BTCUSDT');
  if (index === undefined || assetId === null) throw new Error('the program lists no bitcoin');
  await send(house, 0, {
    type: 'listPerpetual',
    symbolId: CONTRACT_ID,
    name: 'BENCHUSDT-PERP',
    indexSymbolId: index.symbolId,
    settleAssetId: assetId,
    tickDecimal: index.tickDecimal,
    lotDecimal: '0.001',
    minNotional: 1n as Amount,
    maxLots: 1_000_000 as Lots,
    maxOpenOrders: 100,
    priceBandPpm: 0,
    tiers: [{ floorNotional: 0n as Amount, mmrPpm: 5_000, maxLeverage: HIGH_LEVERAGE }],
    fundingIntervalMs: FUNDING_MS,
    impactNotional: 1_000_000_000_000n as Amount,
    makerFeePpm: 0,
    takerFeePpm: 0,
    liquidationFeePpm: 2_000,
  });
}

/** Opens accounts and puts whole USDT into their contract wallets. */
async function fund(
  house: RemoteCore,
  door: RemoteCore,
  users: readonly number[],
  usdt: bigint,
): Promise<void> {
  const { assetId } = await house.ask('contractsToOpen', SELLER);
  if (assetId === null) throw new Error('the program has no USDT');
  const amount = (usdt * 100_000_000n) as Amount;
  await Promise.all(
    users.flatMap((accountUserId) => [
      send(house, 0, { type: 'openAccount', accountUserId, kind: 'user' }),
      send(house, 0, { type: 'practiceFunds', accountUserId, assetId, amount }),
    ]),
  );
  const wallets = { from: 'spot', to: 'contract', fromSymbolId: 0, toSymbolId: 0 } as const;
  await Promise.all(
    users.map((userId) => send(door, userId, { type: 'transfer', ...wallets, assetId, amount })),
  );
}

function order(side: 'buy' | 'sell', lots: Lots, leverage: number, timeInForce: 'GTC' | 'IOC'): Command {
  return {
    type: 'placePerpetualOrder',
    symbolId: CONTRACT_ID,
    positionSide: 'both',
    side,
    orderType: 'limit',
    timeInForce,
    postOnly: false,
    reduceOnly: false,
    lots,
    leverage,
    marginMode: 'isolated',
    priceTicks: (PRICE * TICKS_PER_UNIT) as PriceTicks,
    clientOrderId: null,
    trigger: null,
    takeProfit: null,
    stopLoss: null,
  };
}
