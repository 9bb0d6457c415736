import { parseTransaction } from 'viem';
import type { TreasuryBench } from '../../support/treasury-bench.ts';
import { must, words } from '../product.ts';

/** Blocks that make a deposit credited and a payment shown as done, as the list of chains says. */
export const NEEDED = 6;
const U = 10n ** 6n;

interface Version {
  readonly withdrawal_no: string;
  readonly raw: `0x${string}`;
  readonly hash: string;
}

interface TakenBack {
  readonly deposit_no: string;
  readonly credited: string;
}

/** Invariants of a life: all is compared with the node's own chain and the ledger. */
export class Checks {
  private readonly bench: TreasuryBench;
  private readonly settled = new Set<string>();

  private readonly met: Map<string, number>;

  private constructor(bench: TreasuryBench, met: Map<string, number>) {
    this.bench = bench;
    this.met = met;
  }

  static async open(bench: TreasuryBench, met: Map<string, number>): Promise<Checks> {
    await bench.house.pool.query(
      'create table public.stood (deposit_no bigint, block_hash text, primary key (deposit_no, block_hash))',
    );
    return new Checks(bench, met);
  }

  async check(after: string): Promise<void> {
    const { bench } = this;
    await this.checkCredits();
    await this.checkHolds();
    await this.checkNonces();
    await this.checkEnds();
    const [wallet] = await this.rows<{ stopped: string | null }>('select stopped from withdrawals.wallet');
    must(wallet?.stopped == null, 'the wallet is never stopped', () => `${wallet?.stopped} after ${after}`);
    must(!bench.alarms.some((line) => /no block in common/.test(line)), 'the chain is followed', () => after);
  }

  rows<R extends object>(sql: string): Promise<R[]> {
    return this.bench.house.pool.query<R>(sql).then(({ rows }) => rows);
  }

  private async checkCredits(): Promise<void> {
    const depth = 'select max(number) + 1 from deposits.block b where b.chain = d.chain';
    // A credited deposit had its confirmations in the block that holds it: one that left is confirmed once more.
    const early = await this.rows<object>(
      `select d.deposit_no, d.turn from deposits.deposit d
       where d.state = 'credited' and (${depth}) - d.block_number < ${NEEDED}
         and not exists (
           select from public.stood s where s.deposit_no = d.deposit_no and s.block_hash = d.block_hash)`,
    );
    must(early.length === 0, 'nothing is credited before its confirmations', () => words(early));
    await this.rows(
      `insert into public.stood select d.deposit_no, d.block_hash from deposits.deposit d
       where d.state = 'credited' on conflict do nothing`,
    );
    const twice = await this.rows<object>(
      `select d.transaction_hash, count(*) from deposits.deposit d
         join outbox.command o on o.key = 'deposit:' || d.deposit_no
       where d.state <> 'reversed' group by 1 having count(*) > 1`,
    );
    must(twice.length === 0, 'a transfer is credited once', () => words(twice));
  }

  /** Checks that what a chain took back is held as far as it is free until it stands again, and nothing else is. */
  private async checkHolds(): Promise<void> {
    const { engine } = this.bench.house;
    const takenBack = await this.rows<TakenBack>(
      `select deposit_no, credited from deposits.deposit
       where state in ('taken-back', 'returned', 'reduced') order by deposit_no`,
    );
    const { holds, free } = await engine.read(({ custody }) => {
      const found = custody.heldDeposits();
      return {
        holds: new Map(found.map((hold) => [hold.depositNo, hold])),
        free: new Map(
          found.map(({ depositNo, userId, assetId }) => [depositNo, custody.withdrawable(userId, assetId)]),
        ),
      };
    });
    const show = () => words([takenBack, [...holds.values()], [...free.values()]]);
    must(holds.size === takenBack.length, 'a deposit is held while its chain lacks it', show);
    for (const { deposit_no, credited } of takenBack) {
      const depositNo = Number(deposit_no);
      const hold = holds.get(depositNo);
      must(hold !== undefined, 'a deposit is held while its chain lacks it', show);
      const isWhole = hold!.held === BigInt(credited);
      must(hold!.held <= BigInt(credited), 'a hold is never above its deposit', show);
      this.met.set(isWhole ? 'whole hold' : 'hold in part', 1);
      must(isWhole || free.get(depositNo) === 0n, 'a taken-back deposit holds what is free', show);
    }
  }

  private versions(): Promise<Version[]> {
    return this.rows<Version>('select withdrawal_no, raw, hash from withdrawals.transaction');
  }

  private async checkNonces(): Promise<void> {
    const ofNonce = new Map<number, string>();
    for (const { withdrawal_no, raw } of await this.versions()) {
      const { nonce } = parseTransaction(raw);
      const other = ofNonce.get(nonce!);
      must(other === undefined || other === withdrawal_no, 'a nonce pays one withdrawal', () =>
        words([nonce, other, withdrawal_no]),
      );
      ofNonce.set(nonce!, withdrawal_no);
    }
  }

  private async checkEnds(): Promise<void> {
    const { bench } = this;
    const versions = await this.versions();
    const ended = await this.rows<{ withdrawal_no: string; body: string }>(
      `select w.withdrawal_no, o.body from withdrawals.withdrawal w
       join outbox.command o on o.key = 'withdrawal-end:' || w.withdrawal_no`,
    );
    for (const { withdrawal_no, body } of ended) {
      const own = versions.filter((version) => version.withdrawal_no === withdrawal_no);
      const isRelease = body.includes('releaseWithdrawal');
      must(!isRelease || own.length === 0, 'what was signed is not released', () =>
        words([withdrawal_no, body]),
      );
      if (isRelease || this.settled.has(withdrawal_no)) continue;
      this.settled.add(withdrawal_no);
      await this.checkFinal(withdrawal_no, own);
    }
    await this.checkHeld(versions, new Set(ended.map(({ withdrawal_no }) => withdrawal_no)));
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

  /** A payment that was settled just now stands in a block that the chain itself calls final. */
  private async checkFinal(withdrawalNo: string, own: readonly Version[]): Promise<void> {
    const { chain } = this.bench;
    const final = (await chain.adapter.finalNumber()) ?? 0;
    const receipts = await Promise.all(
      own.map(({ hash }) => chain.ask<{ blockNumber: string } | null>('eth_getTransactionReceipt', [hash])),
    );
    const blocks = receipts.flatMap((receipt) => (receipt === null ? [] : [Number(receipt.blockNumber)]));
    must(
      blocks.some((block) => block <= final),
      'nothing is settled before it is final',
      () => words([withdrawalNo, blocks, final]),
    );
  }

  /** The ledger holds what was signed until it is final. */
  private async checkHeld(versions: readonly Version[], ended: ReadonlySet<string>): Promise<void> {
    const open = new Set(versions.map(({ withdrawal_no }) => withdrawal_no).filter((no) => !ended.has(no)));
    const phases = await this.bench.house.engine.read(({ custody }) =>
      [...open].map((no) => [no, custody.withdrawalPhase(Number(no))] as const),
    );
    must(
      phases.every(([, phase]) => phase === 'open'),
      'what is not final is held',
      () => words(phases),
    );
  }
}
