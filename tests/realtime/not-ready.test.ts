import { JournalError } from '@candor/journal';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BTCUSDT, indexTick } from '../api/support/listing.ts';
import { eventually } from '../support/patience.ts';
import { connect, ofChannel, type TestClient, until } from './client.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let client: TestClient;
let refused: string[];

beforeEach(async () => {
  stage = await openStage();
  refused = [];
  client = await connect(`${stage.url}/ws/public`);
  client.send({ op: 'subscribe', channels: ['states', 'contract:BTCUSDT-PERP'] });
  await client.next(ofChannel('states'));
});
afterEach(() => stage.stop());

const queries = ['contractsOfAll', 'marketStates', 'listings'];
const refuse = (error: Error) => {
  stage.refusesQuery = (name) => {
    if (!queries.includes(name)) return null;
    refused.push(name);
    return error;
  };
};

/** Moves the mark and halts a market: each feed has something to read. */
async function change(): Promise<void> {
  await stage.submit(0, indexTick(101, Date.now(), 50_100));
  const halt = { state: 'halted', reason: 'a test' } as const;
  await stage.submit(0, { type: 'setSymbolState', symbolId: BTCUSDT, ...halt });
  await until(() => queries.every((name) => refused.includes(name)), 'every feed was refused');
}

it('a journal that is not ready is no error of the feeds, which read again when it is', async () => {
  refuse(new JournalError('NOT_READY', 'The journal is not ready (recovering): nothing was done.'));
  await change();
  stage.refusesQuery = () => null;
  const states = await client.next(({ ch, data }) => ch === 'states' && /halted/.test(JSON.stringify(data)));
  expect(JSON.stringify(states.data)).toContain('a test');
  await client.next(ofChannel('contract:BTCUSDT-PERP'));
  expect(stage.errors).toEqual([]);
});

it('any other error of a feed is reported', async () => {
  const error = new Error('the query broke');
  refuse(error);
  await change();
  await eventually(() =>
    expect(stage.errors.filter((each) => each === error).length).toBeGreaterThanOrEqual(3),
  );
});
