import type { perpetualCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import { orderRefOf } from '../../engine/acts/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { PerpetualMarkets } from './markets.ts';
import type { Perpetuals } from './orders.ts';
import type { PerpetualRecords } from './records.ts';

/** Intents by direction: 1 open long, 2 open short, 3 close long, 4 close short. */
const intents = {
  1: { positionSide: 'long', closes: false },
  2: { positionSide: 'short', closes: false },
  3: { positionSide: 'long', closes: true },
  4: { positionSide: 'short', closes: true },
} as const;

export interface PerpetualHandlersDeps {
  readonly perpetuals: Perpetuals;
  readonly records: PerpetualRecords;
  readonly markets: PerpetualMarkets;
}

type All = Handlers<typeof perpetualCalls>;
type Acts =
  | 'contractOrderSubmit'
  | 'contractOrderCancel'
  | 'contractStopOrder'
  | 'contractAdjustAmount'
  | 'contractLossSett'
  | 'contractLossCancel'
  | 'openContract'
  | 'closeContract'
  | 'oneKeyClose'
  | 'reversePosition'
  | 'updateContractLeverage'
  | 'updateMarginMode'
  | 'updatePositionMode'
  | 'updateBond'
  | 'cancelContract';

/** Perpetuals in both families of calls, over the same use cases. */
export const perpetualHandlers = (deps: PerpetualHandlersDeps): All => ({
  ...actHandlers(deps),
  ...readHandlers(deps),
});

function actHandlers({ perpetuals }: PerpetualHandlersDeps): Pick<All, Acts> {
  return {
    contractOrderSubmit({ session, body, idempotencyKey }) {
      const { direction, ...order } = body;
      return perpetuals.place(session.userId, intents[direction], order, idempotencyKey);
    },
    contractOrderCancel: ({ session, query, idempotencyKey }) =>
      perpetuals.cancel(session.userId, orderRefOf(query), idempotencyKey),
    contractStopOrder: ({ session, query, idempotencyKey }) =>
      perpetuals.close(session.userId, query.id, idempotencyKey),
    contractAdjustAmount: ({ session, query, idempotencyKey }) =>
      perpetuals.adjustMargin(session.userId, query.id, query.money, query.flag, idempotencyKey),
    contractLossSett: async ({ session, body, idempotencyKey }) => ({
      records: await perpetuals.setStops(session.userId, body, idempotencyKey),
    }),
    async contractLossCancel({ session, query, idempotencyKey }) {
      await perpetuals.cancelStop(session.userId, query.id, idempotencyKey);
      return null;
    },
    openContract: ({ session, params, body, idempotencyKey }) =>
      perpetuals.place(session.userId, { ...params, closes: false }, body, idempotencyKey),
    closeContract: ({ session, params, body, idempotencyKey }) =>
      perpetuals.place(session.userId, { ...params, closes: true }, body, idempotencyKey),
    async oneKeyClose({ session, body, idempotencyKey }) {
      // Contracts margined in the coin itself: there are none, so none is closed.
      if (body.contractType === 'coin') return { positions: 0, open: [] };
      const names = body.oneKeySymbolNameList;
      return perpetuals.closeAll(session.userId, names, idempotencyKey);
    },
    reversePosition: ({ session, body, idempotencyKey }) =>
      perpetuals.reverse(session.userId, body.id, body.quantity, idempotencyKey),
    updateContractLeverage: ({ session, body, idempotencyKey }) =>
      perpetuals.setLeverage(session.userId, body.symbol, body.leverageRadio, idempotencyKey),
    updateMarginMode: ({ session, body, idempotencyKey }) =>
      perpetuals.setMarginMode(session.userId, body.symbol, body.marginMode, idempotencyKey),
    async updatePositionMode({ session, body, idempotencyKey }) {
      await perpetuals.setPositionMode(session.userId, body.positionMode, idempotencyKey);
      return null;
    },
    updateBond: ({ session, body, idempotencyKey }) =>
      perpetuals.adjustMargin(session.userId, body.id, body.money, body.flag, idempotencyKey),
    async cancelContract({ session, body, idempotencyKey }) {
      await perpetuals.cancelAll(session.userId, body.symbol ?? null, idempotencyKey);
      return null;
    },
  };
}

function readHandlers({ records, markets }: PerpetualHandlersDeps): Omit<All, Acts> {
  return {
    contractOrderList: ({ session, query }) =>
      records.orders(
        session.userId,
        {
          scope: query.scope ?? 'all',
          symbol: query.symbol ?? null,
          clientOrderId: query.clientOrderId ?? null,
        },
        pageOfRequest(query),
      ),
    contractPositionList: ({ session, query }) => records.positions(session.userId, query.symbol ?? null),
    contractPositionHistory: ({ session, query }) =>
      records.closed(session.userId, query.symbol ?? null, pageOfRequest(query)),
    contractLossList: ({ session, query }) =>
      records.stops(
        session.userId,
        { scope: query.scope ?? 'open', symbol: query.symbol ?? null },
        pageOfRequest(query),
      ),
    getMyPosition: ({ session, params }) => records.positions(session.userId, params.symbol),
    getContractAccount: ({ session }) => records.account(session.userId),
    getContractSettings: ({ session }) => records.settings(session.userId),
    entrustLogContract: ({ session, params, query }) =>
      records.orders(
        session.userId,
        { scope: params.scope, symbol: params.symbol },
        pageOfRequest({ ...query, pageSize: params.limit }),
      ),
    contractFills: ({ session, params, query }) =>
      records.fills(session.userId, params.symbol, pageOfRequest(query)),
    contractOrderDetails: ({ session, params }) => records.order(session.userId, params.orderId),
    contractReceipts: ({ session, params, query }) =>
      records.receipts(session.userId, params.symbol, pageOfRequest(query)),
    getFundingHistory: ({ params, query }) => markets.fundingHistory(params.symbol, pageOfRequest(query)),
    getInsurance: () => markets.insurance(),
    getUbwMaintenanceMargin: () => markets.tiers(),
    getBbwMaintenanceMargin: () => [],
  };
}
