import { JournalError } from '@candor/journal';
import { describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../../../../../tests/support/patience.ts';
import { createBus } from '../../../base/bus/index.ts';
import { Refusal } from '../../../base/errors/refusal.ts';
import { createTicketSigner } from './signer.ts';
import { connectTickets, serveTickets, type Tickets } from './tickets.ts';

const { publicKey } = createTicketSigner(Buffer.alloc(32, 1));
const bus = () =>
  createBus((error) => {
    throw error;
  });
const tickets = (sign: Tickets['sign']): Tickets => ({ publicKey, sign });

describe('tickets of a process without the key', () => {
  it('are asked for by user and contract, and by nothing else', async () => {
    const between = bus();
    const asked: unknown[] = [];
    const remote = connectTickets(between);
    serveTickets(
      tickets(async (...args) => {
        asked.push(args);
        return 'signed';
      }),
      between,
    );
    const door = await remote;
    expect(door.publicKey).toEqual(publicKey);
    expect(await door.sign(1000, 7, 'OUTCOME_UNKNOWN')).toBe('signed');
    expect(asked).toEqual([[1000, 7, 'OUTCOME_UNKNOWN']]);
    for (const terms of [null, { contractId: 7 }, ['1000', 7], [1000, { payout: 1 }]])
      await expect(between.request('tickets.sign', terms, { timeoutMs: PATIENCE_MS })).rejects.toMatchObject({
        code: 'FAILED',
      });
    expect(asked).toHaveLength(1);
  });

  it('are refused as the signer refuses them', async () => {
    const between = bus();
    let fault: Error = new Refusal('SECONDS_UNKNOWN', { field: 'id' });
    const end = serveTickets(
      tickets(async () => {
        throw fault;
      }),
      between,
    );
    const door = await connectTickets(between);
    const failure = () => door.sign(1000, 7, 'UNAVAILABLE').catch((error: unknown) => error);
    expect(await failure()).toEqual(fault);
    fault = new JournalError('NOT_READY', 'recovering');
    expect(await failure()).toMatchObject({ name: 'JournalError', code: 'NOT_READY' });
    end();
    expect(await failure()).toMatchObject({ name: 'JournalError', code: 'NOT_READY' });
    await expect(connectTickets(between, 0)).rejects.toMatchObject({ code: 'NOBODY_ANSWERS' });
  });
});
