import type { PerpetualsDeps } from './acts.ts';
import { type ContractOrders, createContractOrders } from './placing.ts';
import { createPositionActs, type PositionActs } from './positions.ts';
import { type ContractSettings, createContractSettings } from './settings.ts';
import { createStopActs, type StopActs } from './stops.ts';

/**
 * Everything that users do with contracts, for both families of calls. Each resolves when it is durable, with what does
 * not change afterwards: a repeated key gives the same answer, also once the order or the position is over.
 */
export interface Perpetuals extends ContractOrders, PositionActs, StopActs, ContractSettings {}

export const createPerpetuals = (deps: PerpetualsDeps): Perpetuals => ({
  ...createContractOrders(deps),
  ...createPositionActs(deps),
  ...createStopActs(deps),
  ...createContractSettings(deps),
});
