import { ChainError } from '@candor/chains';
import { numberToHex } from 'viem';
import { kyselyOf } from '../../../apps/server/base/database/index.ts';
import { openChainAlarms } from '../../../apps/server/money/treasury/index.ts';
import { newAddress, type Withdrawer } from '../../support/payout-bench.ts';
import type { FreshDatabase } from '../../support/postgres.ts';
import { openTreasuryBench, type TreasuryBench } from '../../support/treasury-bench.ts';
import { must, words } from '../product.ts';

/** Confirmations of the coins, and the depth from which the chain calls a block final. */
const NEEDED = 6;
const FINAL = 12;
const U = 10n ** 6n;
const ROUNDS_TO_END = 45;

/** One reorganisation: whose transaction leaves, how deep, what the node keeps of it, and what its next block makes of it. */
export interface Reorganisation {
  readonly subject: 'deposit' | 'withdrawal' | 'gas' | 'sweep';
  /** In confirmations of the coin. */
  readonly times: number;
  readonly node: 'drops' | 'returns';
  /** `changed`: the token refuses it in its next block, or its price is another one. */
  readonly receipt: 'same' | 'changed';
}

/** All of them. Beyond finality a receipt stays the same: no rule holds for a chain that takes back what was final. */
export const REORGANISATIONS: readonly Reorganisation[] = (
  ['deposit', 'withdrawal', 'gas', 'sweep'] as const
).flatMap((subject) =>
  [1, 2, 3].flatMap((times) =>
    (['drops', 'returns'] as const).flatMap((node) =>
      (['same', 'changed'] as const)
        .filter((receipt) => receipt === 'same' || times * NEEDED < FINAL)
        .map((receipt) => ({ subject, times, node, receipt })),
    ),
  ),
);

class Case {
  private readonly bench: TreasuryBench;
  private readonly who: Withdrawer;
  private readonly of: Reorganisation;

  constructor(bench: TreasuryBench, who: Withdrawer, of: Reorganisation) {
    this.bench = bench;
    this.who = who;
    this.of = of;
  }

  async run(): Promise<void> {
    const { bench, of } = this;
    await bench.chain.sendEth(bench.gas, 10n ** 18n);
    await bench.mineAndRead(FINAL + 1);
    must(await bench.reconcile(), 'the ledger equals the chain', () => 'before anything happened');
    const own = await this.begin();
    const depth = of.times * NEEDED;
    for (let block = 0; block < depth; block += 1) await this.round();
    await bench.chain.reorganise(depth);
    if (of.node === 'returns') await this.send(own);
    if (of.subject !== 'deposit' && of.node === 'drops') {
      await bench.payer.round();
      await bench.sweeper.round();
      const alarms = await openChainAlarms(kyselyOf(bench.house.pool));
      must(
        alarms.some(({ kind }) => kind === 'left'),
        'what left the chain raises an alarm',
        () => words(of),
      );
    }
    await this.change();
    await this.round();
    // A deposit is sent again by its owner alone.
    if (of.subject === 'deposit') await this.send(own);
    for (let round = 0; round < ROUNDS_TO_END && (round < FINAL || (await this.isOpen())); round += 1)
      await this.round();
    await this.check();
  }

  /** Brings a transaction of the subject into the pool. Returns its bytes. */
  private async begin(): Promise<readonly string[]> {
    const { bench, who, of } = this;
    if (of.subject === 'withdrawal') {
      await bench.request(who, '25', newAddress());
      await bench.payer.round();
      await bench.payer.round();
      return this.raws('select raw from withdrawals.transaction');
    }
    const to = await bench.address(who.person.userId);
    const hash = await bench.chain.sendUsdt(to, 50n * U);
    if (of.subject === 'deposit') return [await bench.chain.raw(hash)];
    const wanted = `select raw from treasury.movement where kind = '${of.subject}' and raw is not null`;
    for (let round = 0; round < ROUNDS_TO_END; round += 1) {
      const raws = await this.raws(wanted);
      if (raws.length > 0) return raws;
      await bench.mineAndRead();
      await bench.sweeper.round();
    }
    throw new Error(`no ${of.subject} was sent`);
  }

  private raws(sql: string): Promise<string[]> {
    return this.bench.house.pool.query<{ raw: string }>(sql).then(({ rows }) => rows.map(({ raw }) => raw));
  }

  /** Makes the next block do otherwise with the transaction than the one that left. */
  private async change(): Promise<void> {
    const { bench, of } = this;
    if (of.receipt === 'same') return;
    if (of.subject === 'withdrawal' || of.subject === 'sweep') {
      await bench.chain.issuer('pause', []);
      // The issuer's transaction stands before ours in the block that pays more for it.
      await bench.chain.ask('anvil_dropAllTransactions', []);
      await bench.chain.issuer('pause', []);
      await bench.chain.mine();
      return;
    }
    await bench.chain.ask('anvil_setNextBlockBaseFeePerGas', [numberToHex(10n ** 9n)]);
  }

  private async send(raws: readonly string[]): Promise<void> {
    for (const raw of raws)
      await this.bench.chain.ask('eth_sendRawTransaction', [raw]).catch((error: unknown) => {
        if (!(error instanceof ChainError)) throw error;
      });
  }

  private async round(): Promise<void> {
    await this.bench.payer.round();
    await this.bench.sweeper.round();
    await this.bench.mineAndRead();
    await this.checkDeposits();
  }

  /** Checks that what stands in the ledger has its confirmations on the present chain, at first and on its return. */
  private async checkDeposits(): Promise<void> {
    const { rows } = await this.bench.house.pool.query<{ has: number; needed: number; turn: number }>(`
      select turn, confirmations_needed as needed,
        (select max(number) from deposits.block b where b.chain = d.chain) + 1 - block_number as has
      from deposits.deposit d where state = 'credited'`);
    for (const deposit of rows)
      must(deposit.has >= deposit.needed, 'a deposit stands with its confirmations', () => words(deposit));
  }

  private async isOpen(): Promise<boolean> {
    return (await this.open()).length > 0;
  }

  private async open(): Promise<readonly object[]> {
    const { rows } = await this.bench.house.pool.query(`
      select 'withdrawal' as what, state from withdrawals.withdrawal where ended_at is null
      union all select kind, state from treasury.movement where ended_at is null`);
    return rows;
  }

  private async check(): Promise<void> {
    const { bench, of } = this;
    const why = async () => words([of, await this.open(), bench.alarms.slice(-3)]);
    const said = await why();
    must(!(await this.isOpen()), 'every transaction of ours ends', () => said);
    const alarms = await openChainAlarms(kyselyOf(bench.house.pool));
    must(alarms.length === 0, 'an alarm ends with its cause', () => words([alarms, said]));
    const { rows: wallets } = await bench.house.pool.query('select stopped from withdrawals.wallet');
    must(
      wallets.every(({ stopped }) => stopped === null),
      'the wallet is never stopped',
      () => words(wallets),
    );
    const { rows } = await bench.house.pool.query<{ state: string; address: string; amount: string }>(
      'select state, address, amount from withdrawals.withdrawal',
    );
    for (const { state, address, amount } of rows) {
      const paid = await bench.usdtOf(address);
      const expected = state === 'done' ? (BigInt(amount) * U) / 10n ** 8n : 0n;
      must(paid === expected, 'the ledger equals the chain', () => words([state, paid, expected]));
    }
    // A final payment was posted with its price, and its next block may ask for another one.
    const isBeyond = of.times * NEEDED > FINAL;
    const agrees = await bench.reconcile();
    must(agrees || isBeyond, 'the ledger equals the chain', () => said);
    for (const coin of isBeyond ? ['USDT'] : ['USDT', 'ETH']) {
      const { suspense, shortage } = await bench.custody(coin);
      must(suspense === 0n && shortage === 0n, 'the ledger equals the chain', () =>
        words([coin, suspense, shortage, said]),
      );
    }
  }
}

/** Lives through one reorganisation. Throws `Broken` at the first thing that must not be. */
export async function reorganise(of: Reorganisation, database: FreshDatabase): Promise<void> {
  const bench = await openTreasuryBench({ database });
  try {
    await new Case(bench, await bench.withdrawer(), of).run();
  } finally {
    await bench.stop();
  }
}
