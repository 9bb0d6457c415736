import { ChainError } from '@candor/chains';
import { parseTransaction } from 'viem';
import { Random } from '../../../tools/workload/random.ts';
import { newAddress, type Withdrawer } from '../../support/payout-bench.ts';
import type { FreshDatabase } from '../../support/postgres.ts';
import { openTreasuryBench, type TreasuryBench } from '../../support/treasury-bench.ts';
import { must, words } from '../product.ts';

/** Blocks that make a deposit and a payment final, as the list of chains says. */
const NEEDED = 6;
const DEEPEST = NEEDED + 2;
const PEOPLE = 2;
const U = 10n ** 6n;
const ROUNDS_TO_END = 40;

export interface LifeOptions {
  readonly seed: number;
  readonly acts: number;
  readonly database: FreshDatabase;
}

/** Events of a life, by name. */
export type Met = ReadonlyMap<string, number>;

interface OpenWithdrawal {
  readonly withdrawal_no: string;
  readonly address: string;
  readonly state: string;
  readonly amount: string;
  readonly nonce: number | null;
}

/**
 * People who deposit and withdraw while the chain reorganises, its node forgets what waits, and payer and signer are cut
 * off in the midst of a step. After each act all is compared with the node's own chain and the ledger.
 */
class Life {
  private readonly random: Random;
  private readonly bench: TreasuryBench;
  private readonly people: readonly Withdrawer[];
  private readonly met = new Map<string, number>();
  /** Raw transactions that people and the house sent: what a chain took back is sent again. */
  private readonly sent: string[] = [];
  private firstBlock = 0;

  constructor(seed: number, bench: TreasuryBench, people: readonly Withdrawer[]) {
    this.random = new Random(seed);
    this.bench = bench;
    this.people = people;
  }

  async begin(): Promise<void> {
    await this.bench.mineAndRead(NEEDED);
    must(await this.bench.reconcile(), 'the ledger equals the chain', () => 'before anything happened');
    this.firstBlock = (await this.bench.chain.adapter.head()).number;
  }

  async act(): Promise<void> {
    const { random } = this;
    const acts: readonly (readonly [number, string, () => Promise<unknown>])[] = [
      [4, 'deposit', () => this.deposit()],
      [5, 'block', () => this.bench.chain.mine(random.int(1, 3))],
      [4, 'read', () => this.read()],
      [3, 'withdrawal', () => this.withdraw()],
      [6, 'payer', () => this.bench.payer.round()],
      [2, 'payer cut off', () => this.cutOff()],
      [2, 'reorganisation', () => this.reorganise()],
      [1, 'node forgets', () => this.forget()],
      [1, 'recharge', () => this.recharge()],
    ];
    const all = acts.reduce((sum, [weight]) => sum + weight, 0);
    const at = random.int(1, all);
    let reached = 0;
    const [, name, run] = acts.find(([weight]) => {
      reached += weight;
      return at <= reached;
    })!;
    await run();
    this.met.set(name, (this.met.get(name) ?? 0) + 1);
    await this.check(name);
  }

  /** Everything that was sent is mined in the end, every withdrawal ends, and ledger and chain are one. */
  async end(): Promise<Met> {
    const { bench } = this;
    for (let round = 0; round < ROUNDS_TO_END; round += 1) {
      await this.sendAgain();
      await bench.payer.round();
      await bench.mineAndRead();
      await this.check('end');
      const [row] = await this.rows<{ open: number }>(
        'select count(*)::int as open from withdrawals.withdrawal where ended_at is null',
      );
      if (round > NEEDED + 1 && row?.open === 0) break;
    }
    const open = await this.rows<OpenWithdrawal>(
      'select * from withdrawals.withdrawal where ended_at is null',
    );
    must(open.length === 0, 'every withdrawal ends', () => words([open, bench.alarms.slice(-3)]));
    await bench.mineAndRead(NEEDED);
    must(await bench.reconcile(), 'the ledger equals the chain', () => words(bench.alarms.slice(-3)));
    for (const coin of ['USDT', 'ETH']) {
      const { suspense, shortage } = await bench.custody(coin);
      must(suspense === 0n && shortage === 0n, 'the ledger equals the chain', () =>
        words([coin, suspense, shortage]),
      );
    }
    const sums = await bench.house.engine.read((view) => view.ledgerSums());
    must(
      sums.every(({ sum }) => sum === 0n),
      'per asset the sum is 0',
      () => words(sums),
    );
    return this.met;
  }

  private rows<R extends object>(sql: string): Promise<R[]> {
    return this.bench.house.pool.query<R>(sql).then(({ rows }) => rows);
  }

  private async note(hash: string): Promise<void> {
    this.sent.push(await this.bench.chain.raw(hash));
  }

  private async deposit(): Promise<void> {
    const { random, bench } = this;
    const { person } = random.pick(this.people);
    const to = await bench.address(person.userId);
    if (random.chance(0.5))
      await this.note(await bench.chain.sendUsdt(to, BigInt(random.int(300_000, 9_000_000))));
    else
      await this.note(
        await bench.chain.sendEth(to, BigInt(random.int(1, 50)) * 10n ** 14n + BigInt(random.int(0, 99))),
      );
  }

  private async read(): Promise<void> {
    const { scanner, house } = this.bench;
    const { promised } = await scanner.advance();
    for (const key of promised) await house.outbox.deliver(key);
  }

  private async withdraw(): Promise<void> {
    const { random, bench } = this;
    await bench
      .request(random.pick(this.people), `${random.int(4, 9)}.${random.int(10, 99)}`, newAddress())
      .catch((error: unknown) => {
        // Both stop a request by the published rules: a shortage of coins, and a fee that was not estimated for a while.
        const { key } = error as { key?: string };
        if (key !== 'WITHDRAWALS_STOPPED' && key !== 'WITHDRAWAL_NETWORK_CLOSED') throw error;
      });
  }

  /** A payer whose connections break at a call of this round; the answer of the call is lost, or it was never made. */
  private async cutOff(): Promise<void> {
    const { random, bench } = this;
    let left = random.int(1, 12);
    let isCut = false;
    const cut = <T extends object>(of: T): T =>
      new Proxy(of, {
        get: (target, name) => {
          const value = Reflect.get(target, name) as unknown;
          if (typeof value !== 'function') return value;
          return async (...given: unknown[]) => {
            left -= 1;
            if (isCut || (left <= 0 && random.chance(0.5))) {
              isCut = true;
              throw new ChainError('NODE_UNREACHABLE', 'cut off');
            }
            const answer: unknown = await Reflect.apply(value, target, given);
            if (left > 0) return answer;
            isCut = true;
            throw new ChainError('NODE_UNREACHABLE', 'cut off after the answer');
          };
        },
      });
    const { normaliseAddress } = bench.chain.adapter;
    const adapter = cut({ ...bench.chain.adapter });
    const payer = await bench
      .openPayer({ adapter: Object.assign(adapter, { normaliseAddress }), signer: cut({ ...bench.signer }) })
      .catch(() => null);
    await payer?.round().catch((error: unknown) => {
      if (!(error instanceof ChainError)) throw error;
    });
  }

  private async reorganise(): Promise<void> {
    const { random, bench } = this;
    const { number } = await bench.chain.adapter.head();
    const depth = Math.min(random.int(1, DEEPEST), number - this.firstBlock);
    if (depth < 1) return;
    if (random.chance(0.5)) await bench.chain.reorganise(depth);
    else await bench.chain.rollback(depth);
    if (random.chance(0.5)) await this.sendAgain();
  }

  /** The node loses what waits in its pool. */
  private async forget(): Promise<void> {
    await this.bench.chain.ask('anvil_dropAllTransactions', []);
  }

  private async recharge(): Promise<void> {
    const { random, bench } = this;
    const { person } = random.pick(this.people);
    const [row] = await this.rows<{ no: string }>(
      "select nextval(pg_get_serial_sequence('deposits.deposit', 'deposit_no')) as no",
    );
    await bench.house.core.submit({
      ...{ userId: 0, key: null, bodyHash: null },
      body: {
        ...{ type: 'creditRecharge', depositNo: Number(row!.no), accountUserId: person.userId },
        ...{ assetId: bench.assetIdOf('USDT'), amount: 100_000_000n as never, fromUserId: 1 },
      },
    });
  }

  /** Sends again what the chain does not hold. */
  private async sendAgain(): Promise<void> {
    for (const raw of this.sent)
      await this.bench.chain.ask('eth_sendRawTransaction', [raw]).catch((error: unknown) => {
        if (!(error instanceof ChainError)) throw error;
      });
  }

  private async check(after: string): Promise<void> {
    const { bench } = this;
    await this.checkDeposits();
    await this.checkPayments();
    const [wallet] = await this.rows<{ stopped: string | null }>('select stopped from withdrawals.wallet');
    must(wallet?.stopped == null, 'the wallet is never stopped', () => `${wallet?.stopped} after ${after}`);
    must(!bench.alarms.some((line) => /no block in common/.test(line)), 'the chain is followed', () => after);
  }

  private async checkDeposits(): Promise<void> {
    const early = await this.rows<{ deposit_no: string }>(
      `select d.deposit_no from deposits.deposit d join outbox.command o on o.key = 'deposit:' || d.deposit_no
       where d.state = 'credited'
         and (select max(number) from deposits.block b where b.chain = d.chain) - d.block_number + 1 < ${NEEDED}
         and d.ended_at > now() - interval '10 minutes'
         and not exists (select from deposits.deposit other where other.transaction_hash = d.transaction_hash
           and other.ordinal = d.ordinal and other.deposit_no < d.deposit_no)
         and d.deposit_no not in (select deposit_no from public.stood_again)`,
    );
    must(early.length === 0, 'nothing is credited before its confirmations', () => words(early));
    // One that stands again after it was taken back has its credit from before.
    await this.rows(
      `insert into public.stood_again select deposit_no from deposits.deposit
       where state in ('credited', 'taken-back') on conflict do nothing`,
    );
    const twice = await this.rows<object>(
      `select d.transaction_hash, d.ordinal, count(*) from deposits.deposit d
         join outbox.command o on o.key = 'deposit:' || d.deposit_no
       where not exists (select from outbox.command r where r.key = 'deposit-reversal:' || d.deposit_no)
       group by 1, 2 having count(*) > 1`,
    );
    must(twice.length === 0, 'a transfer is credited once', () => words(twice));
  }

  private async checkPayments(): Promise<void> {
    const { bench } = this;
    const versions = await this.rows<{ withdrawal_no: string; raw: `0x${string}`; hash: string }>(
      'select withdrawal_no, raw, hash from withdrawals.transaction',
    );
    const ofNonce = new Map<number, string>();
    for (const { withdrawal_no, raw } of versions) {
      const { nonce } = parseTransaction(raw);
      const other = ofNonce.get(nonce!);
      must(other === undefined || other === withdrawal_no, 'a nonce pays one withdrawal', () =>
        words([nonce, other, withdrawal_no]),
      );
      ofNonce.set(nonce!, withdrawal_no);
    }
    const ended = await this.rows<{ withdrawal_no: string; body: string; address: string; amount: string }>(
      `select w.withdrawal_no, o.body, w.address, w.amount from withdrawals.withdrawal w
       join outbox.command o on o.key = 'withdrawal-end:' || w.withdrawal_no`,
    );
    const head = await bench.chain.adapter.head();
    for (const { withdrawal_no, body } of ended) {
      const own = versions.filter((version) => version.withdrawal_no === withdrawal_no);
      const isRelease = body.includes('releaseWithdrawal');
      must(!isRelease || own.length === 0, 'what was signed is not released', () =>
        words([withdrawal_no, body]),
      );
      if (isRelease || this.settled.has(withdrawal_no)) continue;
      this.settled.add(withdrawal_no);
      const receipts = await Promise.all(
        own.map(({ hash }) =>
          bench.chain.ask<{ blockNumber: string } | null>('eth_getTransactionReceipt', [hash]),
        ),
      );
      const confirmations = receipts.map((receipt) =>
        receipt === null ? 0 : head.number - Number(receipt.blockNumber) + 1,
      );
      must(Math.max(0, ...confirmations) >= NEEDED, 'nothing is settled before it is final', () =>
        words([withdrawal_no, confirmations]),
      );
    }
    const paid = await this.rows<{ address: string; amount: string }>(
      'select address, amount from withdrawals.withdrawal',
    );
    for (const { address, amount } of paid) {
      const there = await bench.usdtOf(address);
      must(there === 0n || there === (BigInt(amount) * U) / 10n ** 8n, 'a withdrawal is paid once', () =>
        words([address, there, amount]),
      );
    }
  }

  private readonly settled = new Set<string>();
}

/** Lives one life. Throws `Broken` at the first thing that must not be. */
export async function live({ seed, acts, database }: LifeOptions): Promise<Met> {
  const bench = await openTreasuryBench({ database });
  try {
    await bench.house.pool.query('create table public.stood_again (deposit_no bigint primary key)');
    const people: Withdrawer[] = [];
    for (let count = 0; count < PEOPLE; count += 1) people.push(await bench.withdrawer());
    const life = new Life(seed, bench, people);
    await life.begin();
    for (let act = 0; act < acts; act += 1) await life.act();
    return await life.end();
  } finally {
    await bench.stop();
  }
}
