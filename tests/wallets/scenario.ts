import type * as kernels from '@candor/kernel';
import {
  type Command,
  type Envelope,
  type Kernel,
  type KernelEvent,
  mayBeNegative,
  type Outcome,
  type WalletKind,
  walletAccount,
} from '@candor/kernel';
import { Random } from '../property/random.ts';
import { WalletActs } from './acts.ts';
import { ASSETS, MAKER, SETUP, USERS } from './setup.ts';

export type KernelModule = Pick<typeof kernels, 'createKernel' | 'loadKernel'>;
export type Met = Map<string, number>;

const KINDS: readonly (readonly [WalletKind, number])[] = [
  ['spot', 0],
  ['contract', 0],
  ['second', 0],
  ['margin-cross', 0],
  ['margin-isolated', 1],
  ['finance', 0],
];

/**
 * A few people with all products at once, who move their money between all wallets: spot orders that wait, loans,
 * perpetuals and second contracts in one kernel. Throws with the seed where anything is out of order.
 */
export function runWallets(module: KernelModule, seed: number, met: Met = new Map()): void {
  const scenario = new WalletScenario(module, seed, met);
  try {
    scenario.run();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}, command ${scenario.kernel.seq}: ${said}`, { cause: error });
  }
}

export class WalletScenario {
  readonly kernel: Kernel;
  nowMs = 1_800_000_000_000;
  readonly random: Random;
  private readonly module: KernelModule;
  private readonly met: Met;
  private readonly sent: Envelope[] = [];
  private readonly ledger = new Map<string, bigint>();

  constructor(module: KernelModule, seed: number, met: Met) {
    this.module = module;
    this.met = met;
    this.random = new Random(seed);
    this.kernel = module.createKernel();
    for (const body of SETUP) {
      const outcome = this.send(0, body);
      if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
    }
  }

  run(): void {
    const { random } = this;
    const acts = new WalletActs(this);
    acts.begin();
    const length = random.between(20, 80);
    for (let n = 0; n < length; n++) {
      acts.next();
      if (random.chance(8)) this.checkWallets();
    }
    this.checkWallets();
    if (random.chance(20)) this.replay();
  }

  send(userId: number, body: Command): Outcome {
    const { random, met, module } = this;
    const isIdle = random.chance(1) ? this.kernel.snapshot() : null;
    const envelope: Envelope = {
      seq: this.kernel.seq + 1,
      timeMs: this.nowMs,
      userId,
      key: null,
      bodyHash: null,
      body,
    };
    this.sent.push(envelope);
    const { outcome, events } = this.kernel.apply(envelope);
    for (const event of events) this.read(event);
    met.set(body.type, (met.get(body.type) ?? 0) + (outcome.ok ? 1 : 0));
    if (!outcome.ok) met.set(outcome.code, (met.get(outcome.code) ?? 0) + 1);
    if (isIdle !== null && !outcome.ok) {
      const idle = module.loadKernel(isIdle);
      idle.apply({ ...envelope, userId: 0, body: { type: 'tick' } });
      if (idle.stateHash() !== this.kernel.stateHash())
        throw new Error(`A refused ${body.type} changed the state`);
    }
    return outcome;
  }

  private read(event: KernelEvent): void {
    const { met, ledger } = this;
    met.set(event.type, (met.get(event.type) ?? 0) + 1);
    if (event.type !== 'entry') return;
    const sums = new Map<number, bigint>();
    for (const { account, assetId, amount, balance } of event.postings) {
      const key = `${account} ${assetId}`;
      const after = (ledger.get(key) ?? 0n) + amount;
      ledger.set(key, after);
      sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
      if (balance !== after) throw new Error(`${key} is ${balance} and not ${after} after ${event.kind}`);
      if (after < 0n && !mayBeNegative(account)) throw new Error(`${key} is ${after} after ${event.kind}`);
    }
    for (const [assetId, sum] of sums) {
      if (sum !== 0n) throw new Error(`An entry ${event.kind} of ${assetId} sums to ${sum}`);
    }
  }

  /** Every wallet is what its entries come to, and neither holds nor offers less than nothing. */
  private checkWallets(): void {
    const { kernel, ledger } = this;
    for (const { assetId, sum } of kernel.ledgerSums()) {
      if (sum !== 0n) throw new Error(`${assetId} sums to ${sum}`);
    }
    for (const userId of [MAKER, ...USERS]) {
      for (const [kind, symbolId] of KINDS) {
        const balances = kernel.balances(userId, kind, symbolId);
        for (const assetId of ASSETS) {
          const found = balances.find((each) => each.assetId === assetId);
          const { available, held } = found ?? { available: 0n, held: 0n };
          const total = ledger.get(`${walletAccount(userId, kind, symbolId)} ${assetId}`) ?? 0n;
          const words = `${kind} of ${userId} in ${assetId}`;
          if (available < 0n || held < 0n) throw new Error(`${words}: ${available} available, ${held} held`);
          if (available + held !== total) throw new Error(`${words} is ${available + held} and not ${total}`);
          const free = kernel.transfer.transferable(userId, kind, symbolId, assetId);
          if (free > available || free < 0n) throw new Error(`${words} gives ${free} of ${available}`);
        }
      }
    }
  }

  private replay(): void {
    const { module, random } = this;
    let other = module.createKernel();
    for (const envelope of this.sent) {
      if (random.chance(10)) other = module.loadKernel(other.snapshot());
      other.apply(envelope);
    }
    if (other.stateHash() !== this.kernel.stateHash())
      throw new Error('A replay with restarts ends elsewhere');
  }
}
