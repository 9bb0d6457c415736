import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BITCOIN_MAINNET, BITCOIN_REGTEST, type ChainAsset, type OutputChain } from '@candor/chains';
import { createBitcoinAdapter, readTransaction } from '@candor/chains/bitcoin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BitcoinStandIn, startBitcoinStandIn } from '../support/bitcoin-stand-in/node.ts';
import {
  openTestWallet,
  type TestWallet,
  type TestWalletCoin,
} from '../support/bitcoin-stand-in/test-wallet.ts';

const BTC: ChainAsset = { code: 'BTC', contract: null, decimals: 8 };
let node: BitcoinStandIn;
let adapter: OutputChain;
let testWallet: TestWallet;
let coin: TestWalletCoin;
const stranger = () => openTestWallet(node, `stranger ${Math.random()}`).address;
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error) => error.code,
  );
const spend = (raw: string, fee = 1_000n) => {
  const { hash } = readTransaction(Uint8Array.from(Buffer.from(raw, 'hex')));
  return { hash, raw, fee };
};

beforeAll(async () => {
  node = await startBitcoinStandIn();
  adapter = createBitcoinAdapter({ url: node.url, chainId: BITCOIN_REGTEST.chainId, assets: [BTC] });
  testWallet = openTestWallet(node, 'a wallet');
});
afterAll(() => node.stop());

it('knows its network by the genesis block', async () => {
  await adapter.checkChain();
  const mainnet = createBitcoinAdapter({ url: node.url, chainId: BITCOIN_MAINNET.chainId, assets: [BTC] });
  expect(await codeOf(mainnet.checkChain())).toBe('WRONG_CHAIN');
  const away = createBitcoinAdapter({
    url: 'http://a:b@127.0.0.1:1',
    chainId: BITCOIN_REGTEST.chainId,
    assets: [BTC],
  });
  expect(await codeOf(away.head())).toBe('NODE_UNREACHABLE');
  const stranger = createBitcoinAdapter({
    url: node.url.replace('stand:in', 'stand:out'),
    chainId: BITCOIN_REGTEST.chainId,
    assets: [BTC],
  });
  const refused = await stranger.head().catch((error) => error);
  expect(refused.message).toMatch(/user and password/);
  expect(refused.message).not.toMatch(/stand/);
});

it('reads blocks, and no others', async () => {
  const [hash] = node.mine();
  const head = await adapter.head();
  expect(head).toMatchObject({ number: 1, hash, parentHash: BITCOIN_REGTEST.genesisHash });
  expect(await adapter.blockAt(1)).toEqual(head);
  expect(await adapter.blockAt(2)).toBeNull();
  expect(await adapter.blockByHash('00'.repeat(32))).toBeNull();
});

it('gives the outputs of a block with their places, and coinbase outputs with their wait', async () => {
  coin = testWallet.earn();
  const block = await adapter.blockAt(2);
  expect(await adapter.transfersOf(block!.hash)).toEqual([
    {
      transactionHash: coin.hash,
      ordinal: 0,
      from: '',
      to: testWallet.address,
      contract: null,
      asset: BTC,
      amount: 5_000_000_000n,
      confirmationsLeast: 100,
    },
  ]);
  const [first, second] = [stranger(), stranger()];
  const { raw, hash, change } = testWallet.pay(
    [coin],
    [
      { to: first, amount: 70_000n },
      { to: second, amount: 1_234_567_890n },
    ],
  );
  expect(await adapter.broadcast(raw)).toBe(hash);
  const [mined] = node.mine();
  const transfers = await adapter.transfersOf(mined!);
  expect(transfers?.filter(({ transactionHash }) => transactionHash === hash)).toMatchObject([
    { ordinal: 0, to: first, amount: 70_000n },
    { ordinal: 1, to: second, amount: 1_234_567_890n },
    { ordinal: 2, to: testWallet.address, amount: change!.amount },
  ]);
  expect(transfers?.at(-1)?.confirmationsLeast).toBeUndefined();
  const units = await adapter.balancesAt([second, first, stranger()], BTC, mined!);
  expect(units).toEqual([1_234_567_890n, 70_000n, 0n]);
  expect(await codeOf(adapter.balancesAt([first], BTC, block!.hash))).toBe('NODE_INCONSISTENT');
  coin = change!;
});

it('has no block that its chain left', async () => {
  const { raw } = testWallet.pay([coin], [{ to: stranger(), amount: 5_000n }]);
  await adapter.broadcast(raw);
  const [left] = node.mine();
  expect(await adapter.transfersOf(left!)).not.toBeNull();
  node.unwind(1);
  expect(await adapter.transfersOf(left!)).toBeNull();
  expect(await adapter.blockByHash(left!)).toBeNull();
  expect(await adapter.status(spend(raw), 3)).toEqual({ state: 'pending' });
  node.mine();
  expect(await adapter.status(spend(raw), 3)).toMatchObject({
    state: 'included',
    confirmations: 1,
    feePaid: 1_000n,
  });
  const { hash, outputs } = readTransaction(Uint8Array.from(Buffer.from(raw, 'hex')));
  coin = { hash, index: 1, amount: outputs[1]!.amount };
});

describe('a transaction of our own', () => {
  it('is unknown after the pool dropped it, and never final by that', async () => {
    const { raw, hash } = testWallet.pay([coin], [{ to: stranger(), amount: 5_000n }]);
    expect(await adapter.status(spend(raw), 3)).toEqual({ state: 'unknown' });
    await adapter.broadcast(raw);
    expect(await adapter.broadcast(raw)).toBe(hash);
    expect(await adapter.status(spend(raw), 3)).toEqual({ state: 'pending' });
    expect(await adapter.isUnspent(coin)).toBe(false);
    node.pool.evict(hash);
    node.mine(5);
    expect(await adapter.status(spend(raw), 3)).toEqual({ state: 'unknown' });
    expect(await adapter.isUnspent(coin)).toBe(true);
  });

  it('is replaced only once another spent its input finally', async () => {
    const ours = testWallet.pay([coin], [{ to: stranger(), amount: 5_000n }]);
    const other = testWallet.pay([coin], [{ to: stranger(), amount: 6_000n }], { fee: 5_000n });
    await adapter.broadcast(ours.raw);
    await adapter.broadcast(other.raw);
    expect(await adapter.status(spend(ours.raw), 3)).toEqual({ state: 'unknown' });
    node.mine(2);
    expect(await adapter.status(spend(ours.raw), 3)).toEqual({ state: 'unknown' });
    node.mine();
    expect(await adapter.status(spend(ours.raw), 3)).toEqual({ state: 'replaced' });
    expect(await adapter.status(spend(other.raw), 3)).toMatchObject({ state: 'included', confirmations: 3 });
    coin = other.change!;
  });

  it('whose parent is in no block yet is not replaced', async () => {
    const parent = testWallet.pay([coin], [{ to: stranger(), amount: 5_000n }]);
    const child = testWallet.pay([parent.change!], [{ to: stranger(), amount: 6_000n }]);
    await adapter.broadcast(parent.raw);
    await adapter.broadcast(child.raw);
    node.pool.evict(child.hash);
    expect(await adapter.status(spend(child.raw), 1)).toEqual({ state: 'unknown' });
    await adapter.broadcast(child.raw);
    node.mine();
    coin = child.change!;
  });

  it('that is confirmed and spent on is refused with missing inputs, and included all the same', async () => {
    const first = testWallet.pay([coin], []);
    await adapter.broadcast(first.raw);
    node.mine();
    expect(await adapter.broadcast(first.raw)).toBe(first.hash);
    const second = testWallet.pay([first.change!], [{ to: stranger(), amount: 5_000n }]);
    await adapter.broadcast(second.raw);
    node.mine();
    expect(await codeOf(adapter.broadcast(first.raw))).toBe('INPUTS_USED');
    expect(await adapter.status(spend(first.raw), 2)).toMatchObject({ state: 'included', confirmations: 2 });
    coin = second.change!;
  });

  it('is refused with a code that says why', async () => {
    const to = stranger();
    const paid = testWallet.pay([coin], [{ to, amount: 5_000n }], { fee: 2_000n });
    await adapter.broadcast(paid.raw);
    const cheaper = testWallet.pay([coin], [{ to, amount: 6_000n }], { fee: 1_500n });
    expect(await codeOf(adapter.broadcast(cheaper.raw))).toBe('UNDERPRICED');
    expect(
      await codeOf(adapter.broadcast(testWallet.pay([coin], [{ to, amount: 5_000n }], { fee: 1n }).raw)),
    ).toBe('UNDERPRICED');
    const unsigned = testWallet.pay([coin], [{ to, amount: 7_000n }], { fee: 9_000n }).raw;
    // another byte in the midst of the signature, whatever its length and that byte are
    const broken = unsigned.replace(/(024[5-8]30.{80})(..)/, (_, head: string, byte: string) => {
      return `${head}${(Number.parseInt(byte, 16) ^ 1).toString(16).padStart(2, '0')}`;
    });
    expect(broken).not.toBe(unsigned);
    expect(await codeOf(adapter.broadcast(broken))).toBe('MALFORMED');
    expect(await codeOf(adapter.broadcast('00'))).toBe('MALFORMED');
    let last = paid.change!;
    for (let i = 0; i < 24; i++) {
      const next = testWallet.pay([last], [{ to, amount: 1_000n }]);
      await adapter.broadcast(next.raw);
      last = next.change!;
    }
    expect(await codeOf(adapter.broadcast(testWallet.pay([last], [{ to, amount: 1_000n }]).raw))).toBe(
      'CHAIN_TOO_LONG',
    );
    node.mine();
    expect(await adapter.broadcast(testWallet.pay([last], [{ to, amount: 1_000n }]).raw)).toMatch(
      /^[0-9a-f]{64}$/,
    );
    node.mine();
  });
});

it('asks at least the price of the pool', async () => {
  expect(await adapter.feeRate()).toBe(1n);
  node.pool.leastRate = 12n;
  expect(await adapter.feeRate()).toBe(12n);
  node.pool.leastRate = 1n;
});

it('takes the least of the pool for no estimate', async () => {
  node.feeEstimate = null;
  expect(await adapter.feeRate()).toBeNull();
  node.feeEstimate = '0.00025';
  expect(await adapter.feeRate()).toBe(25n);
  node.feeEstimate = '0.00001';
});

it('says that a node is away, and goes on with it', async () => {
  node.isAway = true;
  expect(await codeOf(adapter.head())).toBe('NODE_UNREACHABLE');
  node.isAway = false;
  await adapter.head();
});

describe('the pool of a node', () => {
  beforeAll(() => {
    coin = testWallet.earn();
  });
  it('gives the transfers of what it knows, in the order of the questions', async () => {
    const to = stranger();
    const { raw, hash, change } = testWallet.pay([coin], [{ to, amount: 60_000n }]);
    await adapter.broadcast(raw);
    expect(await adapter.pooledHashes()).toContain(hash);
    expect(await adapter.pooledTransfers(['00'.repeat(32), hash])).toMatchObject([
      null,
      [
        { transactionHash: hash, ordinal: 0, to, amount: 60_000n, asset: BTC },
        { transactionHash: hash, ordinal: 1, to: testWallet.address, amount: change!.amount },
      ],
    ]);
    expect(await adapter.pooledTransfers([])).toEqual([]);
    coin = change!;
  });

  it('that gives another transaction, or no answer to one, is believed in nothing', async () => {
    const { raw, hash } = testWallet.pay([coin], [{ to: stranger(), amount: 60_000n }]);
    let answers = (ids: readonly number[]): unknown => ids.map((id) => ({ id, result: raw, error: null }));
    const liar = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text) => {
        const ids = (JSON.parse(text) as readonly { readonly id: number }[]).map(({ id }) => id);
        response.end(JSON.stringify(answers(ids)));
      });
    }).listen(0, '127.0.0.1');
    await once(liar, 'listening');
    const { port } = liar.address() as AddressInfo;
    const lying = createBitcoinAdapter({
      url: `http://a:b@127.0.0.1:${port}`,
      chainId: BITCOIN_REGTEST.chainId,
      assets: [BTC],
    });
    expect(await lying.pooledTransfers([hash])).toHaveLength(1);
    expect(await codeOf(lying.pooledTransfers([hash, '11'.repeat(32)]))).toBe('NODE_INCONSISTENT');
    answers = ([id]) => [{ id, result: raw, error: null }];
    expect(await codeOf(lying.pooledTransfers([hash, hash]))).toBe('NODE_INCONSISTENT');
    answers = () => ({ result: null, error: { code: -32600, message: 'Invalid Request object' } });
    expect(await codeOf(lying.pooledTransfers([hash]))).toBe('NODE_INCONSISTENT');
    liar.closeAllConnections();
    liar.close();
  });
});
