import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WithdrawalRow } from '@candor/api';
import { BITCOIN_REGTEST, type OutputChain } from '@candor/chains';
import { createBitcoinAdapter } from '@candor/chains/bitcoin';
import { followCatalogue } from '../../apps/server/engine/catalogue/index.ts';
import { entersNothing } from '../../apps/server/gateway/http/enter-answer.ts';
import { PRACTICE_BITCOIN } from '../../apps/server/money/chains/index.ts';
import {
  addressOf,
  assignedAddresses,
  createAddressPool,
  createScanner,
  depositOutputs,
  depositsInFlight,
  foundCoins,
  noteFollowed,
} from '../../apps/server/money/deposits/index.ts';
import {
  createHouseReceipts,
  type HouseClass,
  hotOutputs,
  type ReconcileDeps,
  reconcile,
} from '../../apps/server/money/treasury/index.ts';
import {
  isOwnSpend,
  type OutputPayerDeps,
  openOutputPayer,
  type Payer,
  spendStatus,
  spendsInFlight,
} from '../../apps/server/money/withdrawals/index.ts';
import { steppedUpUsers } from '../../apps/server/users/factors/index.ts';
import {
  bitcoinKeys,
  bitcoinPolicy,
  newWords,
  type OutputSigner,
  openBitcoinSigner,
} from '../../apps/signer/index.ts';
import { type House, openHouse } from '../api/support/house.ts';
import { type BitcoinStandIn, startBitcoinStandIn } from './bitcoin-stand-in/node.ts';
import { openTestWallet, type TestWallet, type TestWalletCoin } from './bitcoin-stand-in/test-wallet.ts';
import { newWithdrawer, type Withdrawer } from './payout-bench.ts';

/** A house, a stand-in of Bitcoin Core, a signer, a scanner and a payer, with hands. */
export interface BitcoinBench {
  readonly house: House;
  readonly node: BitcoinStandIn;
  readonly adapter: OutputChain;
  readonly signer: OutputSigner;
  readonly payer: Payer;
  readonly testWallet: TestWallet;
  /** Coins of the test wallet that can be spent. */
  readonly coins: TestWalletCoin[];
  readonly alarms: string[];
  readonly hot: string;
  openPayer(more?: Partial<OutputPayerDeps>): Promise<Payer>;
  /** Another signer on the same folder, as after a kill. */
  openSigner(): Promise<OutputSigner>;
  withdrawer(): Promise<Withdrawer>;
  /** The user's own address. */
  address(userId: number): Promise<string>;
  /** Deposits coins of the test wallet, and credits them. */
  deposit(userId: number, ...amounts: readonly bigint[]): Promise<void>;
  request(who: Withdrawer, amount: string, address?: string): Promise<WithdrawalRow>;
  row(who: Withdrawer): Promise<WithdrawalRow>;
  /** Mines blocks and reads them. */
  mine(blocks?: number): Promise<void>;
  /** Rounds of the payer with a block between. */
  payOut(rounds?: number): Promise<void>;
  balance(userId: number): Promise<{ readonly available: bigint; readonly held: bigint }>;
  unspentAt(address: string): Promise<bigint>;
  /** Compares custody with the chain. Returns true if they agree. */
  reconcile(): Promise<boolean>;
  custody(): Promise<{ readonly held: bigint; readonly suspense: bigint; readonly shortage: bigint }>;
  newAddress(): string;
  stop(): Promise<void>;
}

const BTC = 'BTC';

export async function openBitcoinBench(): Promise<BitcoinBench> {
  const [house, node, folder] = await Promise.all([
    openHouse(),
    startBitcoinStandIn(),
    mkdtemp(join(tmpdir(), 'candor-bitcoin-')),
  ]);
  const { pool, core, outbox } = house;
  const alarms: string[] = [];
  const alarm = (line: string) => void alarms.push(line);
  const chain = PRACTICE_BITCOIN;
  const adapter = createBitcoinAdapter({ ...chain, url: node.url });
  const keys = bitcoinKeys(newWords(), BITCOIN_REGTEST);
  const openSigner = () =>
    openBitcoinSigner({ keys, folder, policy: bitcoinPolicy(true), now: () => house.now() });
  const signer = await openSigner();
  const testWallet = openTestWallet(node, 'stranger');
  const coins = testWallet.split(testWallet.earn(), 20);
  const catalogues = await followCatalogue(core, (error) => {
    throw error;
  });
  const ledgerAsset = (code: string) => catalogues.current().assets.find((each) => each.code === code);
  const hot = await signer.hotAddress();
  const houseDeps = {
    chain,
    promises: outbox,
    ledgerAsset,
    isOwn: isOwnSpend,
    addresses: new Map<string, HouseClass>([[hot, 'hot']]),
  };
  const scanner = createScanner({
    pool,
    chain,
    adapter,
    firstBlock: 0,
    promises: outbox,
    ledgerAsset,
    alarm,
    house: createHouseReceipts(houseDeps),
  });
  const given = createAddressPool(pool, chain.key, signer);
  const payerWith = (more: Partial<OutputPayerDeps> = {}) =>
    openOutputPayer({
      pool,
      core,
      promises: outbox,
      catalogues,
      chain,
      adapter,
      signer,
      alarm,
      reviews: house.reviews,
      now: () => house.now(),
      held: [depositOutputs, hotOutputs],
      isSteppedUp: steppedUpUsers(pool),
      isHeld: async (userId) => (await house.factors.holds.current(userId)).length > 0,
      ...more,
    });
  const payer = await payerWith();
  await payer.round();
  const reconcileDeps: ReconcileDeps = {
    ...houseDeps,
    pool,
    core,
    alarm,
    now: () => house.now(),
    quietly: (task) => task(),
    stop: async (error) => {
      throw error;
    },
    adapter: {
      assets: adapter.assets,
      balancesAt: adapter.balancesAt,
      finalNumber: adapter.finalNumber,
      status: spendStatus(pool, adapter, chain.key),
    },
    found: foundCoins,
    inFlight: { deposits: depositsInFlight, payments: spendsInFlight, addresses: assignedAddresses },
  };
  const assetId = ledgerAsset(BTC)!.assetId;
  let strangers = 0;

  async function deliver(): Promise<void> {
    const { rows } = await pool.query<{ key: string }>(
      'select key from outbox.command where seq is null order by place',
    );
    for (const { key } of rows) await outbox.deliver(key);
  }
  const bench: BitcoinBench = {
    house,
    node,
    adapter,
    signer,
    payer,
    testWallet,
    coins,
    alarms,
    hot,
    openPayer: payerWith,
    openSigner,
    withdrawer: () => newWithdrawer(house),
    async address(userId) {
      await given.refill();
      await noteFollowed(pool, { chain: chain.key, batch: given.batch, node: null });
      return (await addressOf(pool, chain.key, userId))!;
    },
    async deposit(userId, ...amounts) {
      const to = await bench.address(userId);
      const payment = testWallet.pay(
        [coins.pop()!],
        amounts.map((amount) => ({ to, amount })),
      );
      node.pool.add(payment.raw);
      if (payment.change !== null) coins.push(payment.change);
      await bench.mine(3);
    },
    async request({ person }, amount, address = bench.newAddress()) {
      const { list } = await person.client.call('getWithdrawalCurrency');
      const { fee } = list.find(({ coin }) => coin === BTC)!;
      const asked = { coin: BTC, network: chain.key, address, amount, fee: fee ?? '0' };
      return house.withdrawals.requests.request(person.userId, asked, entersNothing);
    },
    async row({ person }) {
      return (await person.client.call('getWithdrawalLog', { query: {} })).records[0]!;
    },
    async mine(blocks = 1) {
      node.mine(blocks);
      await scanner.advance(10_000);
      await deliver();
    },
    async payOut(rounds = 6) {
      for (let i = 0; i < rounds; i++) {
        await payer.round();
        await bench.mine();
      }
      await payer.round();
      await deliver();
    },
    balance: async (userId) =>
      (await house.engine.read((view) => view.balances(userId))).find((each) => each.assetId === assetId) ?? {
        available: 0n,
        held: 0n,
      },
    async unspentAt(address) {
      const head = await adapter.head();
      return (await adapter.balancesAt([address], adapter.assets[0]!, head.hash))[0]!;
    },
    async reconcile() {
      await deliver();
      return reconcile(reconcileDeps);
    },
    custody: () =>
      house.engine.read((view) => ({
        held: view.custody.custodyOf(assetId).held,
        suspense: view.treasury.treasuryOf(assetId).suspense,
        shortage: view.treasury.treasuryOf(assetId).shortage,
      })),
    newAddress() {
      strangers += 1;
      return openTestWallet(node, `stranger ${strangers}`).address;
    },
    async stop() {
      catalogues.stop();
      await house.stop();
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return bench;
}
