import { EVERYWHERE, MINING_WALLET_WAIT_MS } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { entersNothing } from '../../apps/server/gateway/http/enter-answer.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import type { ChainLine } from '../../apps/server/money/defi/chain-line.ts';
import { serveChain } from '../../apps/server/money/defi/index.ts';
import { createJoins } from '../../apps/server/money/defi/joins.ts';
import { createLinked } from '../../apps/server/money/defi/linked.ts';
import { tellOpenChanges } from '../../apps/server/money/defi/wallet-change.ts';
import { eventually } from '../support/patience.ts';
import { openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';
import { system } from './support/earn.ts';
import { type MiningHands, miningHands, wallet } from './support/mining-hands.ts';
import { newPerson, type Person, refusal } from './support/person.ts';
import { toldOf } from './support/told.ts';

const CHANGE = '/api/v1/coin/defi/changeWallet';

let bench: PayoutBench;
let hands: MiningHands;
let stop: () => void;
/** Time by which the clock of the house and its ledger was turned forward. */
let aheadMs = 0;
beforeAll(async () => {
  bench = await openPayoutBench({ notices: true, clock: () => Date.now() + aheadMs });
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
  const { pool, engine, now } = bench.house;
  aheadMs += MINING_WALLET_WAIT_MS;
  await engine.submit({ userId: 0, key: null, bodyHash: null, body: { type: 'tick' } });
  const open = { db: kyselyOf(pool), waitingMove: hands.waitingMove, now };
  await tellOpenChanges(open);
  await tellOpenChanges(open);
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
  // the ledger counts its week from when it was told
  const waiting = await changeOf(person);
  expect(waiting).toEqual({ ...(asked.data as object), opensTime: expect.any(Number) });
  expect(waiting!.opensTime).toBeGreaterThanOrEqual(opensTime);
  expect(await hands.waitingMove(person.userId)).toMatchObject({
    address: next.address.toLowerCase(),
    isOpen: false,
  });
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

describe('a wallet and its join at the same moment', () => {
  const joinedWith = async () => '';
  const chain = (look: () => Promise<void>): ChainLine => ({
    chain: async () => ({
      chainId: PRACTICE_CHAIN.chainId,
      network: PRACTICE_CHAIN.key,
      name: PRACTICE_CHAIN.name,
      confirmations: 1,
      isOpen: true,
    }),
    signatory: async () => 'plain',
    isDelegated: async () => false,
    async look() {
      await look();
      return { state: 'seen', confirmations: 0 };
    },
  });
  const hashOf = () => wallet().address.padEnd(66, '0');
  const roomOf = (look: () => Promise<void>, joined = joinedWith) => {
    const db = kyselyOf(bench.house.pool);
    const { now } = bench.house;
    const linked = createLinked({ db, chain: chain(look), joinedWith: joined, now });
    const changes = { of: async () => null };
    return { linked, joins: createJoins({ db, chain: chain(look), linked, joinedWith, changes, now }) };
  };
  const countOf = async (table: 'join' | 'wallet', { userId }: Person) =>
    (await bench.house.pool.query(`select from defi.${table} where user_id = $1`, [userId])).rows.length;

  it('leave no join behind where the wallet is unlinked while the chain is asked', async () => {
    const person = await newPerson(bench.house);
    const { address } = await hands.linked(person);
    const { linked, joins } = roomOf(async () => {
      await linked.unlink(person.userId, address, entersNothing);
    });
    const sent = joins.send(person.userId, hashOf(), () => undefined);
    await expect(sent).rejects.toMatchObject({ key: 'WALLET_NOT_LINKED' });
    expect([await countOf('join', person), await countOf('wallet', person)]).toEqual([0, 0]);
  });

  it('leave the wallet where a join is sent in while it is unlinked', async () => {
    const person = await newPerson(bench.house);
    const { address } = await hands.linked(person);
    const { linked, joins } = roomOf(async () => {});
    const begin = async () => {
      await joins.send(person.userId, hashOf(), () => undefined);
    };
    const unlinked = linked.unlink(
      person.userId,
      address,
      Object.assign(async () => {}, { begin }),
    );
    await expect(unlinked).rejects.toMatchObject({ key: 'WALLET_BOUND' });
    expect([await countOf('join', person), await countOf('wallet', person)]).toEqual([1, 1]);
  });

  it('leave the wallet where the join ends after the ledger was asked, which no transaction waits for', async () => {
    const person = await newPerson(bench.house);
    const { address } = await hands.linked(person);
    const steps: string[] = [];
    const { linked, joins } = roomOf(
      async () => {},
      async () => {
        steps.push('asked');
        return '';
      },
    );
    const begin = async () => {
      steps.push('begun');
      const hash = hashOf();
      await joins.send(person.userId, hash, () => undefined);
      await bench.house.pool.query(`update defi.join set state = 'joined' where hash = $1`, [hash]);
    };
    const unlinked = linked.unlink(
      person.userId,
      address,
      Object.assign(async () => {}, { begin }),
    );
    await expect(unlinked).rejects.toMatchObject({ key: 'WALLET_BOUND' });
    expect(steps).toEqual(['asked', 'begun']);
    expect(await countOf('wallet', person)).toBe(1);
  });
});

describe('a join under way', () => {
  /** A person whose new wallet has waited and called `join()`, seen but not confirmed. */
  async function joining(who: Withdrawer) {
    const { person } = who;
    const lost = await hands.joined(person);
    const { joinedTime } = await person.client.call('getMiningAccount');
    const next = wallet();
    const asked = await ask(who, next);
    expect(asked.data).toMatchObject({ address: next.address });
    await waited();
    const hash = await hands.callJoin(next);
    await bench.chain.mine();
    await person.client.call('sendApproveHash', { body: { hash } });
    return { lost, next, hash, joinedTime };
  }
  const ask = async (who: Withdrawer, account: ReturnType<typeof wallet>) =>
    hands.act(who, CHANGE, { ...(await hands.signed(who.person, account)), address: account.address });
  const confirm = () => bench.chain.mine(PRACTICE_CHAIN.assets[1]!.confirmations);
  const stateOf = async (hash: string) => {
    const { rows } = await bench.house.pool.query('select state from defi.join where hash = $1', [hash]);
    return rows[0]?.state as string;
  };

  it('ends with the change that is cancelled', async () => {
    const who = await bench.withdrawer();
    const { lost, hash, joinedTime } = await joining(who);
    expect(joinedTime).toEqual(expect.any(Number));
    await who.person.client.call('cancelMiningWallet');
    expect(await hands.waitingMove(who.person.userId)).toBeNull();
    expect(await stateOf(hash)).toBe('refused');
    await confirm();
    await hands.follow();
    expect(await stateOf(hash)).toBe('refused');
    // the call that came to nothing changes nothing of when the node joined
    expect(await who.person.client.call('getMiningAccount')).toMatchObject({
      address: lost.address,
      joinedTime,
    });
  });

  it('ends with the change that is replaced: rewards leave for the earlier wallet alone', async () => {
    const who = await bench.withdrawer();
    const { person } = who;
    const { lost, hash } = await joining(who);
    const third = wallet();
    expect((await ask(who, third)).data).toMatchObject({ address: third.address });
    expect(await stateOf(hash)).toBe('refused');
    // one that came in beside the act finds no change of its wallet that is open
    await bench.house.pool.query(`update defi.join set state = 'seen' where hash = $1`, [hash]);
    await confirm();
    await hands.follow();
    expect(await stateOf(hash)).toBe('refused');
    expect(await person.client.call('getMiningAccount')).toMatchObject({
      address: lost.address,
      wallet: { address: lost.address },
      walletChange: { address: third.address },
    });
  });

  it('waits for the week of the ledger, whatever the house thinks', async () => {
    const who = await bench.withdrawer();
    const { person } = who;
    await hands.joined(person);
    const next = wallet();
    await ask(who, next);
    const hash = await hands.callJoin(next);
    await bench.chain.mine();
    await bench.house.pool.query(`update defi.wallet_change set opens_at = asked_at where user_id = $1`, [
      person.userId,
    ]);
    expect((await refusal(person.client.call('sendApproveHash', { body: { hash } }))).key).toBe(
      'MINING_WALLET_WAITS',
    );
    await bench.house.pool.query(
      `insert into defi.join (hash, user_id, address, state, confirmations, moves, sent_at, changed_at)
       values ($1, $2, $3, 'seen', 0, true, now(), now())`,
      [hash, person.userId, next.address],
    );
    await confirm();
    await hands.follow();
    expect(await stateOf(hash)).toBe('seen');
    const told = system(bench.house, {
      type: 'moveMining',
      accountUserId: person.userId,
      address: next.address.toLowerCase(),
    });
    await expect(told).rejects.toThrow('MINING_WALLET_WAITS');
    await waited();
    await hands.follow();
    expect(await stateOf(hash)).toBe('promised');
  });

  it('cannot be cancelled once the ledger is told of it', async () => {
    const who = await bench.withdrawer();
    const { hash, next } = await joining(who);
    await bench.house.pool.query(`update defi.join set state = 'promised' where hash = $1`, [hash]);
    const late = await refusal(who.person.client.call('cancelMiningWallet'));
    expect(late.key).toBe('JOIN_PENDING');
    expect((await ask(who, wallet())).data).toMatchObject({ key: 'JOIN_PENDING' });
    expect(await changeOf(who.person)).toMatchObject({ address: next.address });
    await bench.house.pool.query(`update defi.join set state = 'seen' where hash = $1`, [hash]);
    await who.person.client.call('cancelMiningWallet');
  });

  it('ends after the wallet that waited is free, and holds no row before', async () => {
    const who = await bench.withdrawer();
    const { userId } = who.person;
    const { hash } = await joining(who);
    await confirm();
    await expect
      .poll(
        async () => {
          if ((await stateOf(hash)) === 'seen') await hands.follow();
          return hands.waitingMove(userId);
        },
        { timeout: 60_000 },
      )
      .toBeNull();
    expect(await stateOf(hash)).toBe('promised');
    const beside = await bench.house.pool.connect();
    await beside.query('begin');
    const pid = (await beside.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
    await beside.query('select from defi.wallet_change where user_id = $1 for update', [userId]);
    const followed = hands.follow();
    await eventually(async () => {
      const { rows } = await bench.house.pool.query(
        'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [pid],
      );
      expect(rows).toHaveLength(1);
    });
    const { rowCount } = await beside.query('select from defi.join where hash = $1 for update nowait', [
      hash,
    ]);
    expect(rowCount).toBe(1);
    await beside.query('commit');
    beside.release();
    await followed;
    expect(await stateOf(hash)).toBe('joined');
  });

  it('waits while the account is frozen, as withdrawals do', async () => {
    const who = await bench.withdrawer();
    const { hash } = await joining(who);
    const freeze = (at: Date | null) =>
      bench.house.pool.query('update identity.user set frozen_at = $1 where user_id = $2', [
        at,
        who.person.userId,
      ]);
    await freeze(new Date(bench.house.now()));
    await confirm();
    await hands.follow();
    expect(await stateOf(hash)).toBe('seen');
    await freeze(null);
    await hands.follow();
    expect(['promised', 'joined']).toContain(await stateOf(hash));
  });

  it('holds up no other where it fails, and takes its wallet from an account that only linked it', async () => {
    const [who, stranger] = [await bench.withdrawer(), await newPerson(bench.house)];
    const { hash, next } = await joining(who);
    const taken = await refusal(hands.linked(stranger, next));
    expect(taken.key).toBe('MINING_ADDRESS_TAKEN');
    // linked beside the act that waits
    await bench.house.pool.query(
      `insert into defi.wallet (user_id, address, chain_id, kind, linked_at) values ($1, $2, $3, 'plain', now())`,
      [stranger.userId, next.address, PRACTICE_CHAIN.chainId],
    );
    // and a call that no node can be asked for, before all others
    const broken = await newPerson(bench.house);
    await bench.house.pool.query(
      `insert into defi.join (hash, user_id, address, state, confirmations, moves, sent_at, changed_at)
       values ('0xbroken', $1, $2, 'seen', 0, false, now(), to_timestamp(0))`,
      [broken.userId, wallet().address],
    );
    await confirm();
    await expect
      .poll(
        async () => {
          await hands.follow();
          return (await who.person.client.call('getMiningAccount')).wallet?.address;
        },
        { timeout: 60_000 },
      )
      .toBe(next.address);
    expect(await stateOf(hash)).toBe('joined');
    expect((await stranger.client.call('getMiningAccount')).wallet).toBeNull();
    expect(hands.faults).toContainEqual(expect.objectContaining({ hash: '0xbroken' }));
    await bench.house.pool.query(`delete from defi.join where hash = '0xbroken'`);
  });

  it('gets rewards out where mining is closed, and a first join does not begin there', async () => {
    const [who, newcomer] = [await bench.withdrawer(), await newPerson(bench.house)];
    const { person } = who;
    await hands.joined(person);
    const [next, first] = [wallet(), await hands.linked(newcomer)];
    expect((await ask(who, next)).data).toMatchObject({ address: next.address });
    await waited();
    const [moving, joiningFirst] = [await hands.callJoin(next), await hands.callJoin(first)];
    await bench.chain.mine();
    const rule = (open: boolean) =>
      bench.house.pool.query(
        `insert into features.rule (feature, country, is_open, reason, at) values ('mining', $1, $2, 'Law', now())`,
        [EVERYWHERE, open],
      );
    await rule(false);
    bench.house.advance(6_000);
    const send = (sender: Person, hash: string) => sender.client.call('sendApproveHash', { body: { hash } });
    expect(['FEATURE_CLOSED', 'FEATURE_COUNTRY_UNKNOWN']).toContain(
      (await refusal(send(newcomer, joiningFirst))).key,
    );
    expect(await send(person, moving)).toMatchObject({ state: 'seen', address: next.address });
    await rule(true);
    bench.house.advance(6_000);
    expect(await send(newcomer, joiningFirst)).toMatchObject({ state: 'seen' });
  });
});
