import type { Calls } from '@candor/contract';
import type { Session } from '../../identity/index.ts';
import { pageOfRequest } from '../../usecases/index.ts';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';

type ContractCalls = Pick<
  Calls,
  | 'contractOrderList'
  | 'contractOrderSubmit'
  | 'contractOrderCancel'
  | 'contractPositionList'
  | 'contractPositionHistory'
  | 'contractStopOrder'
  | 'contractAdjustAmount'
  | 'contractLossList'
  | 'contractLossSett'
  | 'contractLossCancel'
  | 'openContract'
  | 'closeContract'
  | 'oneKeyClose'
  | 'reversePosition'
  | 'getMyPosition'
  | 'getContractAccount'
  | 'getContractSettings'
  | 'updateContractLeverage'
  | 'updateMarginMode'
  | 'updatePositionMode'
  | 'updateBond'
  | 'entrustLogContract'
  | 'cancelContract'
  | 'contractFills'
  | 'contractOrderDetails'
  | 'contractReceipts'
  | 'getFundingHistory'
  | 'getInsurance'
  | 'getUbwMaintenanceMargin'
  | 'getBbwMaintenanceMargin'
>;

/** What a direction does: 1 open long, 2 open short, 3 close long, 4 close short. */
const intents = {
  1: { positionSide: 'long', closes: false },
  2: { positionSide: 'short', closes: false },
  3: { positionSide: 'long', closes: true },
  4: { positionSide: 'short', closes: true },
} as const;

/** Contracts in both families of calls, over the same use cases. */
export function contractHandlers(services: Services): Handlers<ContractCalls, Session> {
  const { contracts, contractRecords, contractMarkets } = services;
  return {
    contractOrderList: ({ session, query }) =>
      contractRecords.orders(
        session.userId,
        { scope: query.scope ?? 'all', symbol: query.symbol ?? null },
        pageOfRequest(query),
      ),
    contractOrderSubmit({ session, body, idempotencyKey }) {
      const { direction, ...order } = body;
      return contracts.place(session.userId, intents[direction], order, idempotencyKey);
    },
    contractOrderCancel: ({ session, query, idempotencyKey }) =>
      contracts.cancel(session.userId, query.id, idempotencyKey),
    contractPositionList: ({ session, query }) =>
      contractRecords.positions(session.userId, query.symbol ?? null),
    contractPositionHistory: ({ session, query }) =>
      contractRecords.closed(session.userId, query.symbol ?? null, pageOfRequest(query)),
    contractStopOrder: ({ session, query, idempotencyKey }) =>
      contracts.close(session.userId, query.id, idempotencyKey),
    contractAdjustAmount: ({ session, query, idempotencyKey }) =>
      contracts.adjustMargin(session.userId, query.id, query.money, query.flag, idempotencyKey),
    contractLossList: ({ session, query }) =>
      contractRecords.stops(
        session.userId,
        { scope: query.scope ?? 'open', symbol: query.symbol ?? null },
        pageOfRequest(query),
      ),
    contractLossSett: async ({ session, body, idempotencyKey }) => ({
      records: await contracts.setStops(session.userId, body, idempotencyKey),
    }),
    async contractLossCancel({ session, query, idempotencyKey }) {
      await contracts.cancelStop(session.userId, query.id, idempotencyKey);
      return null;
    },
    openContract: ({ session, params, body, idempotencyKey }) =>
      contracts.place(session.userId, { ...params, closes: false }, body, idempotencyKey),
    closeContract: ({ session, params, body, idempotencyKey }) =>
      contracts.place(session.userId, { ...params, closes: true }, body, idempotencyKey),
    async oneKeyClose({ session, body, idempotencyKey }) {
      // Contracts margined in the coin itself: there are none, so none is closed.
      if (body.contractType === 'coin') return { positions: 0 };
      const names = body.oneKeySymbolNameList;
      return { positions: await contracts.closeAll(session.userId, names, idempotencyKey) };
    },
    reversePosition: ({ session, body, idempotencyKey }) =>
      contracts.reverse(session.userId, body.id, body.quantity, idempotencyKey),
    getMyPosition: ({ session, params }) => contractRecords.positions(session.userId, params.symbol),
    getContractAccount: ({ session }) => contractRecords.account(session.userId),
    getContractSettings: ({ session }) => contractRecords.settings(session.userId),
    updateContractLeverage: ({ session, body, idempotencyKey }) =>
      contracts.setLeverage(session.userId, body.symbol, body.leverageRadio, idempotencyKey),
    updateMarginMode: ({ session, body, idempotencyKey }) =>
      contracts.setMarginMode(session.userId, body.symbol, body.marginMode, idempotencyKey),
    async updatePositionMode({ session, body, idempotencyKey }) {
      await contracts.setPositionMode(session.userId, body.positionMode, idempotencyKey);
      return null;
    },
    updateBond: ({ session, body, idempotencyKey }) =>
      contracts.adjustMargin(session.userId, body.id, body.money, body.flag, idempotencyKey),
    entrustLogContract: ({ session, params, query }) =>
      contractRecords.orders(
        session.userId,
        { scope: params.scope, symbol: params.symbol },
        pageOfRequest({ pageSize: params.limit, cursor: query.cursor }),
      ),
    async cancelContract({ session, body, idempotencyKey }) {
      await contracts.cancelAll(session.userId, body.symbol ?? null, idempotencyKey);
      return null;
    },
    contractFills: ({ session, params, query }) =>
      contractRecords.fills(session.userId, params.symbol, pageOfRequest(query)),
    contractOrderDetails: ({ session, params }) => contractRecords.order(session.userId, params.orderId),
    contractReceipts: ({ session, params, query }) =>
      contractRecords.receipts(session.userId, params.symbol, pageOfRequest(query)),
    getFundingHistory: ({ params, query }) =>
      contractMarkets.fundingHistory(params.symbol, pageOfRequest(query)),
    getInsurance: () => contractMarkets.insurance(),
    getUbwMaintenanceMargin: () => contractMarkets.tiers(),
    getBbwMaintenanceMargin: () => [],
  };
}
