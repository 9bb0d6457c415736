import type { Client, OperatorCalls, OperatorRole } from '@candor/api';
import { type OperatorsConsole, openConsole } from './console.ts';
import type { House } from './house.ts';

/** The operators' console over a house whose OTC they review. */
export interface OtcDesk {
  readonly desk: OperatorsConsole;
  readonly rob: Client<OperatorCalls>;
  readonly sue: Client<OperatorCalls>;
}

/** Opens the console with two operators: rob of risk, and sue of the role. */
export async function openOtcDesk(house: House, roleOfSue: OperatorRole): Promise<OtcDesk> {
  const desk = await openConsole(house, { reviewKinds: [house.otc.review] });
  const admin = await desk.signIn();
  const rob = await desk.add('rob', 'risk', admin);
  return { desk, rob, sue: await desk.add('sue', roleOfSue, admin) };
}
