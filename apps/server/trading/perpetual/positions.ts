import type { ClosedAll, ContractReceipt, PositionMarginReceipt, ReverseReceipt } from '@candor/api';
import { outcomeAs } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, type Lots } from '@candor/money';
import { readAmount } from '../../engine/values/index.ts';
import { ownPosition, type PerpetualsDeps, past, receipt, submitter } from './acts.ts';
import { rowContext } from './context.ts';
import { contractsText } from './figures.ts';
import { readContracts } from './input.ts';
import { named } from './rows.ts';

/** Acts on open positions. */
export interface PositionActs {
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
}

const WHOLE = { priceTicks: null, lots: null, clientOrderId: null } as const;

export function createPositionActs(deps: PerpetualsDeps): PositionActs {
  const { core, history, catalogues, listings } = deps;
  const submit = submitter(deps);
  return {
    async close(userId, positionId, headerKey) {
      const body = { type: 'closePosition', positionId, ...WHOLE } as const;
      const open = await core.ask('openPosition', positionId);
      const done = outcomeAs(await submit(userId, 'closePosition', headerKey, body), 'order');
      const { orderId } = done;
      // under a key that was used before, the position may be over
      const symbolId = (open ?? (await past(deps, () => history.perpetual.order(userId, orderId))))?.symbolId;
      if (symbolId === undefined) throw new Error(`the order ${orderId} that closed a position is nowhere`);
      return receipt(deps, listings.current().byId(symbolId), null, done);
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
      const { contract, direction } = await ownPosition(deps, userId, {
        positionId,
        act: 'reversePosition',
        headerKey,
      });
      const lots = readContracts(contract, quantity);
      const body = { type: 'reversePosition', positionId, lots } as const;
      const done = outcomeAs(await submit(userId, 'reversePosition', headerKey, body), 'reversal');
      const { figures } = rowContext(catalogues, listings);
      const filledLots = (done.closedLots + done.openedLots) as Lots;
      return {
        orderId: done.orderId,
        positionSide: direction === 'long' ? 'short' : 'long',
        closedQuantity: contractsText(done.closedLots),
        openedQuantity: contractsText(done.openedLots),
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
  };
}
