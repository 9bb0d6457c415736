import { setTimeout as sleep } from 'node:timers/promises';
import { answered, taken } from '../../../base/bus/crossing.ts';
import type { Bus } from '../../../base/bus/index.ts';
import type { TicketPublicKey } from './signer.ts';

/** Signs the terms of second contracts, by contract. */
export interface Tickets {
  readonly publicKey: TicketPublicKey;
  /**
   * Signs the terms of a user's contract; the result is the same each time.
   * @throws Refusal SECONDS_UNKNOWN, or `late` if the contract may exist and is not found yet
   */
  sign(userId: number, contractId: number, late: 'UNAVAILABLE' | 'OUTCOME_UNKNOWN'): Promise<string>;
}

const KEY = 'tickets.key';
const SIGN = 'tickets.sign';
const PATIENCE_MS = 5_000;
const RETRY_MS = 100;

/** Signs for other processes. Returns a function that stops it. */
export function serveTickets(tickets: Tickets, bus: Bus): () => void {
  const ends = [
    bus.respond(KEY, () => tickets.publicKey),
    bus.respond(SIGN, (request) => {
      const [userId, contractId, late] = requestOf(request);
      return answered(() => tickets.sign(userId, contractId, late));
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function requestOf(request: unknown): [number, number, 'UNAVAILABLE' | 'OUTCOME_UNKNOWN'] {
  if (!Array.isArray(request) || !Number.isSafeInteger(request[0]) || !Number.isSafeInteger(request[1]))
    throw new TypeError('a ticket is asked for by user and contract');
  return [request[0], request[1], request[2] === 'OUTCOME_UNKNOWN' ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE'];
}

/**
 * Connects a process without the key to the signer. Resolves once the public key is known.
 * @throws BusError if the signer does not answer within `timeoutMs`
 */
export async function connectTickets(bus: Bus, timeoutMs = 30_000): Promise<Tickets> {
  const publicKey = await keyOf(bus, performance.now() + timeoutMs);
  return {
    publicKey,
    async sign(userId, contractId, late) {
      const answer = bus.request(SIGN, [userId, contractId, late], { timeoutMs: PATIENCE_MS });
      return (await taken(answer, 'NOT_READY')) as string;
    },
  };
}

async function keyOf(bus: Bus, endMs: number): Promise<TicketPublicKey> {
  for (;;) {
    try {
      return (await bus.request(KEY, null, { timeoutMs: PATIENCE_MS })) as TicketPublicKey;
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await sleep(RETRY_MS);
    }
  }
}
