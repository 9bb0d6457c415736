import type { CancelReceipt, ContractReceipt, PositionRow, StopRow } from '@candor/contract';
import type { Engine } from '@candor/journal';
import type { Command, KernelView, Outcome } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { Refusal } from '../../refusal.ts';
import type { CatalogueFollower } from '../catalogue.ts';
import { actKey } from '../idempotency.ts';
import { readAmount } from '../order-input.ts';
import { errorKeyOfRejection } from '../rejections.ts';
import { rowContext } from './context.ts';
import { contractsText } from './figures.ts';
import {
  type ContractOrderInput,
  type Intent,
  readContractOrder,
  readContracts,
  readTicks,
} from './input.ts';
import type { ContractFollower, ContractInfo } from './listings.ts';
import { positionRow, stopRow } from './rows.ts';

export interface StopInput {
  /** The position's id. */
  readonly id: number;
  readonly stopProfit?: string | undefined;
  readonly stopLoss?: string | undefined;
  readonly quantity?: string | undefined;
  readonly triggerBy?: 'last' | 'mark' | 'index' | undefined;
}

export interface ContractSetting {
  readonly symbol: string;
  readonly leverage: number;
  readonly marginMode: 'isolated' | 'cross';
}

/** Everything that users do with contracts, for both families of calls. Each resolves when it is durable. */
export interface Contracts {
  /** @throws Refusal also for what the kernel rejects */
  place(
    userId: number,
    intent: Intent,
    input: ContractOrderInput,
    headerKey: string | null,
  ): Promise<ContractReceipt>;
  cancel(userId: number, orderId: number, headerKey: string | null): Promise<CancelReceipt>;
  /** Cancels all open orders, of one contract where it is named. */
  cancelAll(userId: number, symbol: string | null, headerKey: string | null): Promise<void>;
  /** Closes a position at the market. */
  close(userId: number, positionId: number, headerKey: string | null): Promise<ContractReceipt>;
  /** Closes all positions of the named contracts (all where none is named); resolves with how many were open. */
  closeAll(userId: number, symbols: readonly string[], headerKey: string | null): Promise<number>;
  adjustMargin(
    userId: number,
    positionId: number,
    money: string,
    flag: 'add' | 'reduce',
    headerKey: string | null,
  ): Promise<PositionRow>;
  setStops(userId: number, input: StopInput, headerKey: string | null): Promise<StopRow[]>;
  cancelStop(userId: number, stopId: number, headerKey: string | null): Promise<void>;
  setLeverage(
    userId: number,
    symbol: string,
    leverage: number,
    headerKey: string | null,
  ): Promise<ContractSetting>;
  setMarginMode(
    userId: number,
    symbol: string,
    marginMode: 'isolated' | 'cross',
    headerKey: string | null,
  ): Promise<ContractSetting>;
  setPositionMode(userId: number, mode: 'one-way' | 'long-short', headerKey: string | null): Promise<void>;
}

type Taken = Extract<Outcome, { readonly ok: true }>;

export function createContracts(
  engine: Engine,
  catalogues: CatalogueFollower,
  listings: ContractFollower,
): Contracts {
  async function submit(
    userId: number,
    act: string,
    headerKey: string | null,
    body: Command,
    clientOrderId: string | null = null,
  ): Promise<Taken> {
    const { key, bodyHash } = actKey(act, headerKey, clientOrderId, body);
    const { outcome } = await engine.submit({ userId, key, bodyHash, body });
    if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
    return outcome;
  }

  function receipt(contract: ContractInfo, clientOrderId: string | null, outcome: Taken): ContractReceipt {
    const { figures } = rowContext(catalogues, listings);
    return {
      orderId: outcome.orderId,
      clientOrderId,
      status: outcome.status ?? 'open',
      tradedQuantity: contractsText(outcome.filledLots),
      averageDealPrice: figures.average(contract, outcome.filledLots, outcome.filledQuote),
    };
  }

  /** The user's own position, with the contract that it is of. */
  async function own(userId: number, positionId: number) {
    const position = await engine.read((view) => view.perpetual.position(positionId));
    if (position === null || position.userId !== userId) throw new Refusal('UNKNOWN_POSITION');
    return { position, contract: listings.current().byId(position.symbolId) };
  }

  const readPosition = (userId: number, positionId: number) => (view: KernelView) => {
    const position = view.perpetual.position(positionId);
    if (position === null || position.userId !== userId) throw new Refusal('UNKNOWN_POSITION');
    const { settleAssetId } = listings.current().byId(position.symbolId);
    const account = view.perpetual.account(userId, settleAssetId);
    return positionRow(rowContext(catalogues, listings), position, account, view.seq);
  };

  const settingOf = (userId: number, contract: ContractInfo) =>
    engine.read((view) => {
      const settings = view.perpetual.settings(userId, contract.symbolId);
      return {
        symbol: contract.name,
        leverage: settings?.leverage ?? 1,
        marginMode: settings?.marginMode ?? ('cross' as const),
      };
    });

  /** Brings leverage and margin mode of a contract to what an order asks for, before it is placed. */
  async function prepare(
    userId: number,
    contract: ContractInfo,
    input: ContractOrderInput,
    headerKey: string | null,
  ): Promise<void> {
    const { leverage, marginMode } = input;
    if (leverage === undefined && marginMode === undefined) return;
    const current = await settingOf(userId, contract);
    const { symbolId } = contract;
    if (marginMode !== undefined && marginMode !== current.marginMode) {
      await submit(userId, 'marginMode', headerKey, { type: 'setMarginMode', symbolId, marginMode });
    }
    if (leverage !== undefined && leverage !== current.leverage) {
      await submit(userId, 'leverage', headerKey, { type: 'setLeverage', symbolId, leverage });
    }
  }

  return {
    async place(userId, intent, input, headerKey) {
      const contract = listings.current().contract(input.symbol);
      const mode = await engine.read((view) => view.perpetual.positionMode(userId));
      const order = readContractOrder(contract, input, intent, mode);
      await prepare(userId, contract, input, headerKey);
      const outcome = await submit(userId, 'placeContract', headerKey, order, order.clientOrderId);
      return receipt(contract, order.clientOrderId, outcome);
    },
    async cancel(userId, orderId, headerKey) {
      const body = { type: 'cancelPerpetualOrder', orderId, clientOrderId: null } as const;
      const outcome = await submit(userId, 'cancelContract', headerKey, body);
      return { orderId: outcome.orderId, status: outcome.status ?? 'cancelled' };
    },
    async cancelAll(userId, symbol, headerKey) {
      const symbolId = symbol === null ? null : listings.current().contract(symbol).symbolId;
      await submit(userId, 'cancelContracts', headerKey, { type: 'cancelPerpetualOrders', symbolId });
    },
    async close(userId, positionId, headerKey) {
      const whole = { priceTicks: null, lots: null, clientOrderId: null };
      const body = { type: 'closePosition', positionId, ...whole } as const;
      const found = await engine.read((view) => view.perpetual.position(positionId));
      const outcome = await submit(userId, 'closePosition', headerKey, body);
      const contract = found === null ? null : listings.current().byId(found.symbolId);
      if (contract !== null) return receipt(contract, null, outcome);
      // The same key again, after the position is gone: what it came to stands in the order.
      return {
        orderId: outcome.orderId,
        clientOrderId: null,
        status: outcome.status ?? 'filled',
        tradedQuantity: contractsText(outcome.filledLots),
        averageDealPrice: null,
      };
    },
    async closeAll(userId, symbols, headerKey) {
      const ids = symbols.map((symbol) => listings.current().contract(symbol).symbolId);
      const symbolIds = ids.length === 0 ? null : ids;
      const open = await engine.read((view) =>
        view.perpetual
          .positions(userId)
          .filter(({ symbolId }) => symbolIds === null || symbolIds.includes(symbolId)),
      );
      await submit(userId, 'closeAllPositions', headerKey, { type: 'closeAllPositions', symbolIds });
      return open.length;
    },
    async adjustMargin(userId, positionId, money, flag, headerKey) {
      const { contract } = await own(userId, positionId);
      const { scale } = catalogues.current().assetById(contract.settleAssetId);
      const units = readAmount(money, scale, 'money');
      const amount = (flag === 'add' ? units : -units) as Amount;
      await submit(userId, 'adjustMargin', headerKey, { type: 'adjustMargin', positionId, amount });
      return engine.read(readPosition(userId, positionId));
    },
    async setStops(userId, input, headerKey) {
      const { contract } = await own(userId, input.id);
      const lots = input.quantity === undefined ? null : readContracts(contract, input.quantity);
      const exit = (text: string | undefined, field: string) =>
        text === undefined
          ? null
          : {
              triggerTicks: readTicks(contract, text, field),
              source: input.triggerBy ?? ('mark' as const),
              lots,
            };
      await submit(userId, 'setStops', headerKey, {
        type: 'setPositionExits',
        positionId: input.id,
        takeProfit: exit(input.stopProfit, 'stopProfit'),
        stopLoss: exit(input.stopLoss, 'stopLoss'),
      });
      return engine.read((view) => {
        const context = rowContext(catalogues, listings);
        const exits = view.perpetual.position(input.id)?.exits ?? [];
        return exits.map((each) => stopRow(context, each, { seq: view.seq, timeMs: view.timeMs }));
      });
    },
    async cancelStop(userId, exitId, headerKey) {
      await submit(userId, 'cancelStop', headerKey, { type: 'cancelPositionExit', exitId });
    },
    async setLeverage(userId, symbol, leverage, headerKey) {
      const contract = listings.current().contract(symbol);
      const { symbolId } = contract;
      await submit(userId, 'leverage', headerKey, { type: 'setLeverage', symbolId, leverage });
      return settingOf(userId, contract);
    },
    async setMarginMode(userId, symbol, marginMode, headerKey) {
      const contract = listings.current().contract(symbol);
      const { symbolId } = contract;
      await submit(userId, 'marginMode', headerKey, { type: 'setMarginMode', symbolId, marginMode });
      return settingOf(userId, contract);
    },
    async setPositionMode(userId, mode, headerKey) {
      const positionMode = mode === 'long-short' ? 'hedge' : 'one-way';
      await submit(userId, 'positionMode', headerKey, { type: 'setPositionMode', positionMode });
    },
  };
}
