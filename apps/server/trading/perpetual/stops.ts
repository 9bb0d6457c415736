import type { StopReceipt } from '@candor/api';
import { outcomeAs } from '@candor/kernel';
import { onOpenOrder } from '../../engine/acts/index.ts';
import { ownPosition, type PerpetualsDeps, submitter } from './acts.ts';
import { rowContext } from './context.ts';
import { readContracts, readTicks } from './input.ts';
import { requireLast } from './refusals.ts';
import { stopReceipts } from './rows.ts';

export interface StopInput {
  /** The position's id. */
  readonly id: number;
  readonly stopProfit?: string | undefined;
  readonly stopLoss?: string | undefined;
  readonly quantity?: string | undefined;
  readonly triggerBy?: 'last' | 'mark' | 'index' | undefined;
}

/** The stops of positions. */
export interface StopActs {
  /** Resolves with the stops that were set. */
  setStops(userId: number, input: StopInput, headerKey: string | null): Promise<StopReceipt[]>;
  cancelStop(userId: number, stopId: number, headerKey: string | null): Promise<void>;
}

export function createStopActs(deps: PerpetualsDeps): StopActs {
  const { core, history, catalogues, listings } = deps;
  const submit = submitter(deps);
  return {
    async setStops(userId, input, headerKey) {
      const { contract, direction } = await ownPosition(deps, userId, {
        positionId: input.id,
        act: 'setStops',
        headerKey,
      });
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
  };
}
