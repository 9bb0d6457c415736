import type { CancelReceipt, ContractReceipt } from '@candor/api';
import { outcomeAs, type PlacePerpetualOrder } from '@candor/kernel';
import { type Act, actKey, type OrderRef, onOpenOrder } from '../../engine/acts/index.ts';
import { type PerpetualsDeps, receipt, submitter, submitUnder } from './acts.ts';
import { type ContractOrderInput, type Intent, readContractOrder } from './input.ts';
import { requireLast } from './refusals.ts';

/** Orders of contracts. */
export interface ContractOrders {
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
}

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

export function createContractOrders(deps: PerpetualsDeps): ContractOrders {
  const { core, history, listings } = deps;
  const submit = submitter(deps);
  return {
    async place(userId, intent, input, headerKey) {
      const contract = listings.current().contract(input.symbol);
      const { positionMode, lastTicks } = await core.ask('contractEntry', userId, contract.symbolId);
      const order = readContractOrder(contract, input, intent, positionMode);
      const { clientOrderId, trigger, takeProfit, stopLoss } = order;
      requireLast([trigger, takeProfit, stopLoss], lastTicks);
      const key = actKey('placeContract', headerKey, clientOrderId, askedOf(order));
      const done = outcomeAs(await submitUnder(deps, userId, key, order), 'order');
      return receipt(deps, contract, clientOrderId, done, trigger?.source);
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
  };
}
