// Own server: its processes serve Bitcoin behind a node that is set.
import { BITCOIN_REGTEST } from '@candor/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BitcoinStandIn, startBitcoinStandIn } from '../support/bitcoin-stand-in/node.ts';
import { openTestWallet } from '../support/bitcoin-stand-in/test-wallet.ts';
import { eventually } from '../support/patience.ts';
import { begunDataDir, endAll, processesOf, type RunningProgram, startProgram } from '../support/program.ts';
import { registerTrader, type Trader } from '../support/trader.ts';

let node: BitcoinStandIn;
let program: RunningProgram;
let trader: Trader;

beforeAll(async () => {
  node = await startBitcoinStandIn();
  // The node is away at first: the program is ready without it.
  node.isAway = true;
  program = await startProgram({
    dataDir: await begunDataDir(),
    env: { BITCOIN_RPC_URL: node.url, CALLS_PER_SECOND: '1000000' },
  });
  trader = await registerTrader((await program.ready()).url, 'holder_of_coins');
});
afterAll(async () => {
  await endAll(program.dataDir);
  await node.stop();
});

test('a deposit of BTC is seen at once and credited once, also by a process that was killed', async () => {
  const { client } = trader;
  expect((await client.call('getRechargeCurrency')).list).toEqual([]);
  const testWallet = openTestWallet(node, 'a user of Bitcoin');
  const coin = testWallet.earn();
  node.isAway = false;
  const { address, network } = await eventually(() =>
    client.call('getDepositAddress', { params: { coin: 'BTC' } }),
  );
  expect(network).toBe('practice-bitcoin');
  expect(address.startsWith(`${BITCOIN_REGTEST.bech32}1q`)).toBe(true);
  expect((await client.call('getRechargeCurrency')).list).toMatchObject([
    { coin: 'BTC', network: 'practice-bitcoin', confirmations: 3, minimum: '0.0001' },
  ]);
  const log = async () => (await client.call('getRechargeLog', { body: { type: 1 } })).records;
  node.pool.add(testWallet.pay([coin], [{ to: address, amount: 140_000_000n }]).raw);
  await eventually(async () =>
    expect(await log()).toMatchObject([
      { state: 'confirming', status: 'under review', amount: '1.4', block: null, credited: null },
    ]),
  );
  expect(await log()).toMatchObject([{ confirmations: 0, confirmationsNeeded: 3 }]);
  // Replaced by one that pays more fee, and another amount.
  node.pool.add(testWallet.pay([coin], [{ to: address, amount: 150_000_000n }], { fee: 9_000n }).raw);
  await eventually(async () => expect((await log()).map(({ amount }) => amount)).toEqual(['1.5']));
  const [{ orderNo } = { orderNo: '' }] = await log();
  node.mine();
  await eventually(async () =>
    expect(await log()).toMatchObject([
      { orderNo, state: 'confirming', confirmations: 1, confirmationsNeeded: 3 },
    ]),
  );
  process.kill((await processesOf(program.dataDir)).get('chain')!, 'SIGKILL');
  node.mine(2);
  await eventually(async () =>
    expect(await log()).toMatchObject([{ orderNo, state: 'credited', coin: 'BTC', amount: '1.5' }]),
  );
  const { list } = await client.call('getMyBalance', { query: { type: '1' } });
  expect(list.find(({ coin: code }) => code === 'BTC')?.available).toBe('1.5');
  await eventually(async () => {
    const { list: coins } = await client.call('getWithdrawalCurrency');
    expect(coins.find(({ coin: code }) => code === 'BTC')).toMatchObject({
      network: 'practice-bitcoin',
      networkName: 'Practice Bitcoin (regtest)',
      open: true,
      automatic: '0.05',
    });
  });
});
