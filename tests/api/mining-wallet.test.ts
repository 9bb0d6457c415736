import { MINING_WALLET_WAIT_MS } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { serveChain } from '../../apps/server/money/defi/index.ts';
import { tellOpenChanges } from '../../apps/server/money/defi/wallet-change.ts';
import { openPayoutBench, type PayoutBench } from '../support/payout-bench.ts';
import { type MiningHands, miningHands, wallet } from './support/mining-hands.ts';
import { newPerson, type Person, refusal } from './support/person.ts';
import { toldOf } from './support/told.ts';

const CHANGE = '/api/v1/coin/defi/changeWallet';

let bench: PayoutBench;
let hands: MiningHands;
let stop: () => void;
beforeAll(async () => {
  bench = await openPayoutBench({ notices: true });
  stop = serveChain(bench.house.bus, bench.chain.adapter, PRACTICE_CHAIN);
  hands = miningHands(bench);
});
afterAll(async () => {
  stop?.();
  await bench?.stop();
});

const news = async (person: Person) =>
  (await toldOf(bench.house, person, 'mining-wallet')).map(({ facts }) => facts.state);
const changeOf = async (person: Person) => (await person.client.call('getMiningAccount')).walletChange;
/** Has the waiting time of everybody be over. */
async function waited(): Promise<void> {
  const ms = MINING_WALLET_WAIT_MS;
  await bench.house.pool.query(
    `update defi.wallet_change set opens_at = opens_at - interval '${ms} milliseconds'`,
  );
  const db = kyselyOf(bench.house.pool);
  await tellOpenChanges({ db, now: bench.house.now });
  await tellOpenChanges({ db, now: bench.house.now });
}

it('another wallet takes the place of a lost one: by factors, after a week, by one join', async () => {
  const who = await bench.withdrawer();
  const { person } = who;
  const next = wallet();
  const bodyOf = async () => ({ ...(await hands.signed(person, next)), address: next.address });
  const early = await hands.act(who, CHANGE, await bodyOf());
  expect(early.data).toMatchObject({ key: 'MINING_NOT_JOINED' });
  const lost = await hands.joined(person);
  const body = await bodyOf();
  const bare = await refusal(person.client.call('changeMiningWallet', { body }));
  expect(bare.key).toBe('STEP_UP_REQUIRED');
  expect(await changeOf(person)).toBeNull();
  const other = await hands.act(who, CHANGE, { ...body, address: lost.address });
  expect(other.data).toMatchObject({ key: 'WALLET_MESSAGE_UNKNOWN' });
  const before = bench.house.now();
  const asked = await hands.act(who, CHANGE, body);
  expect(asked.data).toMatchObject({ address: next.address });
  const { opensTime } = asked.data as { opensTime: number };
  expect(opensTime - before).toBeGreaterThanOrEqual(MINING_WALLET_WAIT_MS);
  expect(await changeOf(person)).toEqual(asked.data);
  expect(await news(person)).toEqual(['asked']);
  // it cannot join before, and the lost one stays joined
  const hash = await hands.callJoin(next);
  await bench.chain.mine();
  const send = () => person.client.call('sendApproveHash', { body: { hash } });
  expect((await refusal(send())).key).toBe('MINING_WALLET_WAITS');
  await waited();
  expect(await news(person)).toEqual(['open', 'asked']);
  expect(await person.client.call('getMiningAccount')).toMatchObject({
    address: lost.address,
    wallet: { address: lost.address, bound: 'joined' },
  });
  await send();
  await bench.chain.mine(PRACTICE_CHAIN.assets[1]!.confirmations);
  await expect
    .poll(
      async () => {
        await hands.follow();
        const { address, wallet: own, walletChange } = await person.client.call('getMiningAccount');
        return { address, linked: own?.address, walletChange };
      },
      { timeout: 60_000 },
    )
    .toEqual({ address: next.address, linked: next.address, walletChange: null });
  expect(await news(person)).toEqual(['moved', 'open', 'asked']);
  const { records } = await person.client.call('getMiningRecords', { query: {} });
  expect(records.map(({ kind, address }) => [kind, address])).toEqual([
    ['moved', next.address],
    ['joined', lost.address],
  ]);
  // the lost one is nobody's again
  const stranger = await newPerson(bench.house);
  const { message, signature } = await hands.signed(stranger, lost);
  await stranger.client.call('linkWallet', { body: { message, signature } });
  expect(await bench.house.engine.read((view) => view.mining.userOf(lost.address.toLowerCase()))).toBe(
    person.userId,
  );
});

it('is cancelled at any time, and an address that joined is refused', async () => {
  const who = await bench.withdrawer();
  const { person } = who;
  const lost = await hands.joined(person);
  const next = wallet();
  const ask = async (account: ReturnType<typeof wallet>) =>
    hands.act(who, CHANGE, { ...(await hands.signed(person, account)), address: account.address });
  expect((await ask(lost)).data).toMatchObject({ key: 'MINING_ADDRESS_TAKEN' });
  expect((await ask(next)).data).toMatchObject({ address: next.address });
  await waited();
  await person.client.call('cancelMiningWallet');
  expect(await changeOf(person)).toBeNull();
  expect(await news(person)).toEqual(['cancelled', 'open', 'asked']);
  const hash = await hands.callJoin(next);
  await bench.chain.mine();
  const refused = await refusal(person.client.call('sendApproveHash', { body: { hash } }));
  expect(refused.key).toBe('MINING_JOINED');
  expect((await refusal(person.client.call('cancelMiningWallet'))).key).toBe('NOT_FOUND');
});
