import type { CallData, Calls } from '@candor/api';
import { JournalError } from '@candor/journal';
import { type OpenSecondContract, outcomeAs } from '@candor/kernel';
import { parseDecimal } from '@candor/money';
import type { Direction } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { actKey } from '../../engine/acts/index.ts';
import { type SecondsDeps, submit } from './context.ts';
import { findSecond } from './find.ts';
import { acceptedSecond, secondRowOf } from './rows.ts';

export interface SecondInput {
  readonly symbol: string;
  readonly direction: Direction;
  readonly periodSeconds: number;
  readonly quantity: number;
  /** The rate that the sender was shown; under another one nothing is opened. */
  readonly payoutPercent?: string | undefined;
  readonly clientOrderId?: string | undefined;
}

const PPM_SCALE = 4;

/** Opens a contract; resolves when it is durable, with its signed terms. */
export async function openSecond(
  deps: SecondsDeps,
  userId: number,
  input: SecondInput,
  headerKey: string | null,
): Promise<CallData<Calls['createSecondContractOrder']>> {
  const { core, history, catalogues, tickets, features } = deps;
  const catalogue = catalogues.current();
  const clientOrderId = input.clientOrderId ?? null;
  const body: OpenSecondContract = {
    type: 'openSecondContract',
    symbolId: catalogue.symbol(input.symbol).symbolId,
    direction: input.direction,
    periodS: input.periodSeconds,
    quantity: input.quantity,
    payoutPpm: payoutPpmOf(input.payoutPercent),
    clientOrderId,
    country: await features.countryOf(userId),
  };
  const key = actKey('openSecond', headerKey, clientOrderId, body);
  const done = await submit(deps, userId, key, body);
  const { contractId } = outcomeAs(done, 'second');
  const [{ second }, ticket] = await afterwards(() =>
    Promise.all([
      findSecond({ core, history }, userId, contractId, 'OUTCOME_UNKNOWN'),
      tickets.sign(userId, contractId, 'OUTCOME_UNKNOWN'),
    ]),
  );
  const { terms, simulated } = second;
  // as it was accepted: a repeated key gives the same answer, also once the contract is over
  return {
    order: secondRowOf(catalogue, acceptedSecond(terms, simulated), terms.acceptedMs),
    ticket,
  };
}

/** Reads after an act that was done: if the read fails, the client retries with the same key. */
async function afterwards<Found>(find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof JournalError) throw new Refusal('OUTCOME_UNKNOWN');
    throw error;
  }
}

/** A rate as its user was shown it: percent with up to four decimals, in parts per million. */
function payoutPpmOf(percent: string | undefined): number | null {
  if (percent === undefined) return null;
  const ppm = parseDecimal(percent, PPM_SCALE);
  if (ppm === null) throw new Refusal('INVALID_INPUT', { field: 'payoutPercent' });
  return Number(ppm);
}
