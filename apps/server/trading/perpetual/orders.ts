import type {
  CancelReceipt,
  ClosedAll,
  ContractReceipt,
  PositionMarginReceipt,
  ReverseReceipt,
  StopReceipt,
} from '@candor/api';
import {
  type Command,
  type Done,
  type EntryTrigger,
  type MarginMode,
  type OrderDone,
  outcomeAs,
  type PlacePerpetualOrder,
} from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, type Lots } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { type Act, type ActKey, actKey, type OrderRef, onOpenOrder } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { readAmount } from '../../engine/values/index.ts';
import { rowContext } from './context.ts';
import { contractsText } from './figures.ts';
import {
  type ContractOrderInput,
  type Intent,
  readContractOrder,
  readContracts,
  readTicks,
} from './input.ts';
import type { PerpetualFollower } from './listings.ts';
import type { ContractInfo } from './queries.ts';
import { perpetualRefusal, requireLast } from './refusals.ts';
import { named, stopReceipts } from './rows.ts';

export interface StopInput {
  /** The position's id. */
  readonly id: number;
  readonly stopProfit?: string | undefined;
  readonly stopLoss?: string | undefined;
  readonly quantity?: string | undefined;
  readonly triggerBy?: 'last' | 'mark' | 'index' | undefined;
}

/**
 * Everything that users do with contracts, for both families of calls. Each resolves when it is durable, with what does
 * not change afterwards: a repeated key gives the same answer, also once the order or the position is over.
 */
export interface Perpetuals {
  /** @throws Refusal also for what the kernel rejects */
  place(
    userId: number,
    intent: Intent,
    input: ContractOrderInput,
    headerKey: string | null,
  ): Promise<ContractReceipt>;
  cancel(userId: number, which: OrderRef, headerKey: string | null): Promise<CancelReceipt>;
  /** Cancels all open orders, of one contract where it is named. */
  cancelAll(userId: number, symbol: string | null, headerKey: string | null): Promise<void>;
  /** Closes a position at the market. */
  close(userId: number, positionId: number, headerKey: string | null): Promise<ContractReceipt>;
  /** Closes all positions of the named contracts (all where none is named); resolves with what is still open. */
  closeAll(userId: number, symbols: readonly string[], headerKey: string | null): Promise<ClosedAll>;
  /** Closes a position of `quantity` contracts and opens as many on the other side, at the market. */
  reverse(
    userId: number,
    positionId: number,
    quantity: string,
    headerKey: string | null,
  ): Promise<ReverseReceipt>;
  adjustMargin(
    userId: number,
    positionId: number,
    money: string,
    flag: 'add' | 'reduce',
    headerKey: string | null,
  ): Promise<PositionMarginReceipt>;
  /** Resolves with the stops that were set. */
  setStops(userId: number, input: StopInput, headerKey: string | null): Promise<StopReceipt[]>;
  cancelStop(userId: number, stopId: number, headerKey: string | null): Promise<void>;
  setLeverage(
    userId: number,
    symbol: string,
    leverage: number,
    headerKey: string | null,
  ): Promise<{ readonly symbol: string; readonly leverage: number }>;
  setMarginMode(
    userId: number,
    symbol: string,
    marginMode: MarginMode,
    headerKey: string | null,
  ): Promise<{ readonly symbol: string; readonly marginMode: MarginMode }>;
  setPositionMode(userId: number, mode: 'one-way' | 'long-short', headerKey: string | null): Promise<void>;
}

const PATIENCE_MS = 2_000;
const WHOLE = { priceTicks: null, lots: null, clientOrderId: null } as const;

/**
 * The part of an order that its key stands for. Whether it names a side follows from the position mode, which may be
 * another when the key is used again; side and reduce-only say the same. What it leaves as it is it does not name.
 */
function askedOf({ leverage, marginMode, ...order }: PlacePerpetualOrder): Act {
  return {
    ...order,
    positionSide: 'both',
    ...(leverage === null ? {} : { leverage }),
    ...(marginMode === null ? {} : { marginMode }),
  };
}

export interface PerpetualsDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly listings: PerpetualFollower;
}

export function createPerpetuals({ core, history, catalogues, listings }: PerpetualsDeps): Perpetuals {
  async function submit(userId: number, act: string, headerKey: string | null, body: Command): Promise<Done> {
    return submitUnder(userId, actKey(act, headerKey, null, body), body);
  }

  async function submitUnder(userId: number, { key, bodyHash }: ActKey, body: Command): Promise<Done> {
    const { outcome } = await core.submit({ userId, key, bodyHash, body });
    if (!outcome.ok) throw perpetualRefusal(catalogues.current(), listings.current(), body, outcome.code);
    return outcome;
  }

  function receipt(
    contract: ContractInfo,
    clientOrderId: string | null,
    { orderId, status, filledLots, filledQuote }: OrderDone,
    waitsFor: EntryTrigger['source'] | null = null,
  ): ContractReceipt {
    const { figures } = rowContext(catalogues, listings);
    return {
      orderId,
      clientOrderId,
      status: waitsFor === null ? status : 'waiting',
      tradedQuantity: contractsText(filledLots),
      averageDealPrice: figures.average(contract, filledLots, filledQuote),
      ...(waitsFor === null ? {} : { triggerBy: waitsFor }),
    };
  }

  /** Reads from the read models. A sender whose row is not there yet asks again, under the same key. */
  async function past<T>(find: () => Promise<T | null>): Promise<T | null> {
    const found = await find();
    if (found !== null) return found;
    if (!(await history.caughtUp(core.status().committedSeq, PATIENCE_MS))) {
      throw new Refusal('OUTCOME_UNKNOWN');
    }
    return find();
  }

  /**
   * The user's own position: an open one, or under a key that was used before one that is over. A new act needs an open
   * one, and waits for no read model. @throws Refusal PERPETUAL_UNKNOWN_POSITION
   */
  async function own(userId: number, positionId: number, act: string, headerKey: string | null) {
    const open = await core.ask('openPosition', positionId);
    if (open === null) await requireRepeat(userId, act, headerKey);
    const position = open ?? (await past(() => history.perpetual.closedPosition(userId, positionId)));
    if (position === null || position.userId !== userId) throw new Refusal('PERPETUAL_UNKNOWN_POSITION');
    return { direction: position.direction, contract: listings.current().byId(position.symbolId) };
  }

  async function requireRepeat(userId: number, act: string, headerKey: string | null): Promise<void> {
    const { key } = actKey(act, headerKey, null, { type: 'cancelPerpetualOrders', symbolId: null });
    if (key === null || (await core.ask('usedKey', userId, key, null)) === null)
      throw new Refusal('PERPETUAL_UNKNOWN_POSITION');
  }

  return {
    async place(userId, intent, input, headerKey) {
      const contract = listings.current().contract(input.symbol);
      const { positionMode, lastTicks } = await core.ask('contractEntry', userId, contract.symbolId);
      const order = readContractOrder(contract, input, intent, positionMode);
      const { clientOrderId, trigger, takeProfit, stopLoss } = order;
      requireLast([trigger, takeProfit, stopLoss], lastTicks);
      const key = actKey('placeContract', headerKey, clientOrderId, askedOf(order));
      const done = outcomeAs(await submitUnder(userId, key, order), 'order');
      return receipt(contract, clientOrderId, done, trigger?.source);
    },
    async cancel(userId, which, headerKey) {
      const orderId = 'orderId' in which ? which.orderId : null;
      const clientOrderId = 'clientOrderId' in which ? which.clientOrderId : null;
      const body = { type: 'cancelPerpetualOrder', orderId, clientOrderId } as const;
      const done = await onOpenOrder(
        { core, history },
        () => submit(userId, 'cancelContract', headerKey, body),
        {
          named: async () => {
            if (orderId !== null) return history.perpetual.order(userId, orderId);
            const { rows } = await history.perpetual.orders({ userId, clientOrderId, limit: 1 });
            return rows[0] ?? null;
          },
          keptAs: (id) => history.perpetual.keptAs(userId, id),
        },
      );
      const { orderId: id, status } = outcomeAs(done, 'order');
      return { orderId: id, status };
    },
    async cancelAll(userId, symbol, headerKey) {
      const symbolId = symbol === null ? null : listings.current().contract(symbol).symbolId;
      await submit(userId, 'cancelContracts', headerKey, { type: 'cancelPerpetualOrders', symbolId });
    },
    async close(userId, positionId, headerKey) {
      const body = { type: 'closePosition', positionId, ...WHOLE } as const;
      const open = await core.ask('openPosition', positionId);
      const done = outcomeAs(await submit(userId, 'closePosition', headerKey, body), 'order');
      const { orderId } = done;
      // under a key that was used before, the position may be over
      const symbolId = (open ?? (await past(() => history.perpetual.order(userId, orderId))))?.symbolId;
      if (symbolId === undefined) throw new Error(`the order ${orderId} that closed a position is nowhere`);
      return receipt(listings.current().byId(symbolId), null, done);
    },
    async closeAll(userId, symbols, headerKey) {
      const ids = symbols.map((symbol) => listings.current().contract(symbol).symbolId);
      const symbolIds = ids.length === 0 ? null : ids;
      const body = { type: 'closeAllPositions', symbolIds } as const;
      const { count, left } = outcomeAs(
        await submit(userId, 'closeAllPositions', headerKey, body),
        'positions',
      );
      if (left === 0) return { positions: count, open: [] };
      const context = rowContext(catalogues, listings);
      const { positions } = await core.ask('contractPositions', userId, null, context.settleAssetId);
      const open = positions
        .filter(({ symbolId }) => symbolIds === null || symbolIds.includes(symbolId))
        .map(({ positionId, symbolId, direction, lots }) => ({
          id: positionId,
          ...named(context, context.contract(symbolId)),
          positionSide: direction,
          quantity: contractsText(lots),
        }));
      return { positions: count, open };
    },
    async reverse(userId, positionId, quantity, headerKey) {
      const { contract, direction } = await own(userId, positionId, 'reversePosition', headerKey);
      const lots = readContracts(contract, quantity);
      const body = { type: 'reversePosition', positionId, lots } as const;
      const done = outcomeAs(await submit(userId, 'reversePosition', headerKey, body), 'reversal');
      const { figures } = rowContext(catalogues, listings);
      const filledLots = (done.closedLots + done.openedLots) as Lots;
      // an earlier kernel's outcome has both in one
      const closed = Math.min(lots, filledLots);
      return {
        orderId: done.orderId,
        positionSide: direction === 'long' ? 'short' : 'long',
        closedQuantity: contractsText(closed),
        openedQuantity: contractsText(filledLots - closed),
        averageDealPrice: figures.average(contract, filledLots, done.filledQuote),
      };
    },
    async adjustMargin(userId, positionId, money, flag, headerKey) {
      const { settleAssetId, scale } = rowContext(catalogues, listings);
      const decimals = scale(settleAssetId);
      const units = readAmount(money, decimals, 'money');
      const amount = (flag === 'add' ? units : -units) as Amount;
      const body = { type: 'adjustMargin', positionId, amount } as const;
      const done = outcomeAs(await submit(userId, 'adjustMargin', headerKey, body), 'margin');
      const margin = formatDecimalTrimmed(done.margin, decimals);
      return { id: positionId, positionMargin: margin, money: margin };
    },
    async setStops(userId, input, headerKey) {
      const { contract, direction } = await own(userId, input.id, 'setStops', headerKey);
      const lots = input.quantity === undefined ? null : readContracts(contract, input.quantity);
      const exit = (text: string | undefined, field: string) =>
        text === undefined
          ? null
          : {
              triggerTicks: readTicks(contract, text, field),
              source: input.triggerBy ?? ('mark' as const),
              lots,
            };
      const body = {
        type: 'setPositionExits',
        positionId: input.id,
        takeProfit: exit(input.stopProfit, 'stopProfit'),
        stopLoss: exit(input.stopLoss, 'stopLoss'),
      } as const;
      if (input.triggerBy === 'last') {
        const lastTicks = await core.ask('contractLast', contract.symbolId);
        requireLast([body.takeProfit, body.stopLoss], lastTicks);
      }
      const { exitId } = outcomeAs(await submit(userId, 'setStops', headerKey, body), 'exit');
      return stopReceipts(rowContext(catalogues, listings), contract, direction, body, exitId);
    },
    async cancelStop(userId, exitId, headerKey) {
      await onOpenOrder(
        { core, history },
        () => submit(userId, 'cancelStop', headerKey, { type: 'cancelPositionExit', exitId }),
        {
          named: async () => {
            const exit = await history.perpetual.exit(userId, exitId);
            if (exit === null) return null;
            const { doneReason } = exit;
            return { orderId: exitId, doneReason: doneReason === 'triggered' ? 'filled' : doneReason };
          },
          // what is kept of a stop keeps its id
          keptAs: async () => null,
        },
      );
    },
    async setLeverage(userId, symbol, leverage, headerKey) {
      const { name, symbolId } = listings.current().contract(symbol);
      await submit(userId, 'leverage', headerKey, { type: 'setLeverage', symbolId, leverage });
      return { symbol: name, leverage };
    },
    async setMarginMode(userId, symbol, marginMode, headerKey) {
      const { name, symbolId } = listings.current().contract(symbol);
      await submit(userId, 'marginMode', headerKey, { type: 'setMarginMode', symbolId, marginMode });
      return { symbol: name, marginMode };
    },
    async setPositionMode(userId, mode, headerKey) {
      const positionMode = mode === 'long-short' ? 'hedge' : 'one-way';
      await submit(userId, 'positionMode', headerKey, { type: 'setPositionMode', positionMode });
    },
  };
}
