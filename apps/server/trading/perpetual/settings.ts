import type { MarginMode } from '@candor/kernel';
import { type PerpetualsDeps, submitter } from './acts.ts';

/** Settings of a user's contracts. */
export interface ContractSettings {
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

export function createContractSettings(deps: PerpetualsDeps): ContractSettings {
  const { listings } = deps;
  const submit = submitter(deps);
  return {
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
