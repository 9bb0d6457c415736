import { ChainError } from '@candor/chains';
import { Random } from '../../../tools/workload/random.ts';
import { newAddress, type Withdrawer } from '../../support/payout-bench.ts';
import type { FreshDatabase } from '../../support/postgres.ts';
import { reverseTakenBack } from '../../support/reversals.ts';
import { openTreasuryBench, type TreasuryBench } from '../../support/treasury-bench.ts';
import { must, words } from '../product.ts';
import { Checks, NEEDED } from './checks.ts';

/** Less deep than what the chain calls final. */
const DEEPEST = NEEDED + 4;
const PEOPLE = 2;
const ROUNDS_TO_END = 40;
/** Units of the ledger that each person has beside deposits and recharges: the price of a few withdrawals. */
const LITTLE = 500_000_000n;
/** Number of a withdrawal that this wallet never pays. */
const ELSEWHERE = 1_000_000_000;

export interface LifeOptions {
  readonly seed: number;
  readonly acts: number;
  readonly database: FreshDatabase;
}

/**
 * Refusals of a request by the published rules: a shortage of coins, a fee that was not estimated for a while, a deposit that
 * left its chain, and too little.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'WITHDRAWALS_STOPPED',
  'WITHDRAWAL_NETWORK_CLOSED',
  'WITHDRAWAL_DEPOSIT_TAKEN_BACK',
  'INSUFFICIENT_BALANCE',
]);

/** Events of a life, by name. */
export type Met = ReadonlyMap<string, number>;

interface OpenWithdrawal {
  readonly withdrawal_no: string;
  readonly address: string;
  readonly state: string;
  readonly amount: string;
  readonly nonce: number | null;
}

interface LifeParts {
  readonly seed: number;
  readonly bench: TreasuryBench;
  readonly people: readonly Withdrawer[];
  readonly checks: Checks;
  readonly met: Map<string, number>;
}

/**
 * People who deposit and withdraw while the chain reorganises, its node forgets what waits, and payer and signer are cut
 * off in the midst of a step. After each act all is compared with the node's own chain and the ledger.
 */
class Life {
  private readonly random: Random;
  private readonly bench: TreasuryBench;
  private readonly people: readonly Withdrawer[];
  private readonly checks: Checks;
  private readonly met: Map<string, number>;
  /** Raw transactions that people and the house sent: what a chain took back is sent again. */
  private readonly sent: string[] = [];
  private firstBlock = 0;

  constructor({ seed, bench, people, checks, met }: LifeParts) {
    this.random = new Random(seed);
    this.bench = bench;
    this.people = people;
    this.checks = checks;
    this.met = met;
  }

  async begin(): Promise<void> {
    await this.bench.mineAndRead(NEEDED);
    must(await this.bench.reconcile(), 'the ledger equals the chain', () => 'before anything happened');
    this.firstBlock = (await this.bench.chain.adapter.head()).number;
    for (const [at, { person }] of this.people.entries()) await this.leaveLittle(person.userId, at);
  }

  /** Holds in the ledger what somebody has, but for a few withdrawals: so a deposit that is taken back was spent already. */
  private async leaveLittle(userId: number, at: number): Promise<void> {
    const { house } = this.bench;
    const assetId = this.bench.assetIdOf('USDT');
    const free = await house.engine.read(({ custody }) => custody.withdrawable(userId, assetId));
    if (free <= LITTLE) return;
    const { outcome } = await house.engine.submit({
      userId: 0,
      key: null,
      bodyHash: null,
      body: {
        type: 'requestWithdrawal',
        withdrawalNo: ELSEWHERE + at,
        accountUserId: userId,
        assetId,
        amount: (free - LITTLE) as never,
        fee: 0n as never,
      },
    });
    must(outcome.ok, 'a ledger holds what is free', () => words(outcome));
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
    await this.checks.check(name);
  }

  /** Everything that was sent is mined in the end, every withdrawal ends, and ledger and chain are one. */
  async end(): Promise<Met> {
    const { bench } = this;
    for (let round = 0; round < ROUNDS_TO_END; round += 1) {
      await this.sendAgain();
      await bench.mineAndRead();
      await bench.payer.round();
      // A transaction that did not return by now never will: its sender used its number for something else.
      if (round === NEEDED + 1) await this.reverse();
      await this.checks.check('end');
      const [row] = await this.checks.rows<{ open: number }>(
        'select count(*)::int as open from withdrawals.withdrawal where ended_at is null',
      );
      if (round > NEEDED + 1 && row?.open === 0) break;
    }
    const open = await this.checks.rows<OpenWithdrawal>(
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
    const holds = await bench.house.engine.read((view) => view.custody.heldDeposits());
    must(holds.length === 0, 'every hold ends', () => words(holds));
    const sums = await bench.house.engine.read((view) => view.ledgerSums());
    must(
      sums.every(({ sum }) => sum === 0n),
      'per asset the sum is 0',
      () => words(sums),
    );
    return this.met;
  }

  private async reverse(): Promise<void> {
    const lost = await this.checks.rows<{ deposit_no: string }>(
      "select deposit_no from deposits.deposit where state = 'taken-back' order by deposit_no",
    );
    for (const { deposit_no } of lost)
      if (await reverseTakenBack(this.bench, Number(deposit_no)))
        this.met.set('reversal', (this.met.get('reversal') ?? 0) + 1);
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
    const who = random.pick(this.people);
    const amount = `${random.int(4, 9)}.${random.int(10, 99)}`;
    const { userId } = who.person;
    const assetId = bench.assetIdOf('USDT');
    const { missing, free } = await bench.house.engine.read(({ custody }) => ({
      missing: custody.lackingOf(userId, assetId),
      free: custody.withdrawable(userId, assetId),
    }));
    const refusal = await bench.request(who, amount, newAddress()).then(
      () => null,
      (error: unknown) => {
        const { key } = error as { key?: string };
        if (key === undefined || !REFUSALS.has(key)) throw error;
        return key;
      },
    );
    const show = () => words([refusal, amount, free, missing]);
    const isTakenBack = refusal === 'WITHDRAWAL_DEPOSIT_TAKEN_BACK';
    must(refusal !== null || missing === 0n, 'who lacks a deposit withdraws nothing', show);
    must(!isTakenBack || missing > 0n, 'a withdrawal is refused for what is so', show);
    const asked = BigInt(amount.replace('.', '')) * 10n ** 6n;
    must(refusal !== 'INSUFFICIENT_BALANCE' || asked > free, 'a withdrawal is refused for what is so', show);
    if (refusal !== null) this.met.set(refusal, (this.met.get(refusal) ?? 0) + 1);
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
    const depth = Math.min(random.int(random.chance(0.5) ? NEEDED : 1, DEEPEST), number - this.firstBlock);
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
    const [row] = await this.checks.rows<{ no: string }>(
      "select nextval(pg_get_serial_sequence('deposits.deposit', 'deposit_no')) as no",
    );
    await bench.house.core.submit({
      userId: 0,
      key: null,
      bodyHash: null,
      body: {
        type: 'creditRecharge',
        depositNo: Number(row!.no),
        accountUserId: person.userId,
        assetId: bench.assetIdOf('USDT'),
        amount: 100_000_000n as never,
        fromUserId: 1,
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
}

/** Lives one life. Throws `Broken` at the first thing that must not be. */
export async function live({ seed, acts, database }: LifeOptions): Promise<Met> {
  const bench = await openTreasuryBench({ database });
  try {
    const met = new Map<string, number>();
    const checks = await Checks.open(bench, met);
    const people: Withdrawer[] = [];
    for (let count = 0; count < PEOPLE; count += 1) people.push(await bench.withdrawer());
    const life = new Life({ seed, bench, people, checks, met });
    await life.begin();
    for (let act = 0; act < acts; act += 1) await life.act();
    return await life.end();
  } finally {
    await bench.stop();
  }
}
