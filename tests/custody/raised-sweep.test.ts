import { ChainError } from '@candor/chains';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSweeper } from '../../apps/server/money/treasury/index.ts';
import { openTreasuryBench, type TreasuryBench } from '../support/treasury-bench.ts';

const NEEDED = 6;
const ETHER = 10n ** 18n;
const U = 10n ** 6n;

let bench: TreasuryBench;
beforeAll(async () => {
  bench = await openTreasuryBench();
  await bench.chain.sendEth(bench.gas, ETHER);
  await bench.mineAndRead(NEEDED);
  await bench.reconcile();
});
afterAll(() => bench?.stop());

it.each([
  ['sweep', 1_001],
  ['gas', 1_002],
])('a %s that its signer does not raise stays as it was, and is compared so', async (kind, userId) => {
  await bench.house.engine.submit({
    userId: 0,
    key: null,
    bodyHash: null,
    body: { type: 'openAccount', accountUserId: userId, kind: 'user' },
  });
  const address = await bench.address(userId);
  if (kind === 'sweep') await bench.chain.sendEth(address, ETHER);
  else await bench.chain.sendUsdt(address, 50n * U);
  await bench.mineAndRead(NEEDED);
  const { adapter, signer } = bench.deps;
  const signed = new Set<string>();
  let isCheap = true;
  const once = <Request extends object>(sign: (request: Request) => ReturnType<typeof signer.signGas>) =>
    async function signOnce(request: Request) {
      const { index } = request as unknown as { readonly index: number };
      if (signed.has(`${kind} ${index}`)) throw new Error('the signer refuses');
      signed.add(`${kind} ${index}`);
      return sign(request);
    };
  const sweeper = await openSweeper({
    ...bench.deps,
    signer: {
      hotAddress: () => signer.hotAddress(),
      gasAddress: () => signer.gasAddress(),
      signSweep: once((request) => signer.signSweep(request)),
      signGas: once((request) => signer.signGas(request)),
    },
    adapter: {
      ...adapter,
      async broadcast(raw) {
        if (isCheap) throw new ChainError('UNDERPRICED', 'transaction underpriced');
        return adapter.broadcast(raw);
      },
    },
  });
  const rowOf = async () =>
    (
      await bench.house.pool.query('select * from treasury.movement where address = $1 and kind = $2', [
        address,
        kind,
      ])
    ).rows[0];
  await sweeper.round();
  const before = await rowOf();
  expect(before).toMatchObject({ state: 'signed', earlier: [] });
  for (let round = 0; round < 3; round += 1) await sweeper.round();
  expect(await rowOf()).toEqual(before);
  isCheap = false;
  await sweeper.round();
  await bench.mineAndRead(1);
  expect(await bench.reconcile()).toBe(true);
  expect((await bench.custody('ETH')).shortage).toBe(0n);
});
