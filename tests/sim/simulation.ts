import { JournalError, type Submission, verifyChain } from '@candor/journal';
import { createKernel, type Kernel } from '@candor/kernel';
import { Random } from '../../tools/workload/random.ts';
import { Books } from './audit/books.ts';
import { LedgerAudit } from './audit/ledger.ts';
import { Clients, type Request } from './clients.ts';
import { Host } from './host.ts';
import { Market } from './market.ts';
import { must, type ProductModule, type SimProduct, words } from './product.ts';
import { Recorder } from './recorder.ts';
import { Clock, useClock } from './store/clock.ts';
import { Database } from './store/database.ts';
import { Faults, type FaultTally } from './store/faults.ts';
import { FIRST_MS, HOUSES, houseListing, MONTHS_END_MS, SPOT, USERS } from './world.ts';

const SCAN_EVERY = 50;
const DAY_MS = 86_400_000;

export interface RunOptions {
  readonly seed: number;
  readonly commands: number;
  readonly products: readonly ProductModule[];
  readonly tally: FaultTally;
}

export interface RunResult {
  readonly commands: number;
  readonly rows: number;
  readonly starts: number;
  /** The state at the end, and the head of the chain. */
  readonly stateHash: string;
  readonly headHash: string;
  readonly met: ReadonlyMap<string, number>;
}

/** Runs one seed. Throws `Broken`, or any other error, where the exchange is not what it must be. */
export async function simulate(options: RunOptions): Promise<RunResult> {
  const simulation = new Simulation(options);
  try {
    return await simulation.run();
  } finally {
    simulation.end();
  }
}

class Simulation {
  private readonly options: RunOptions;
  private readonly random: Random;
  private readonly clock: Clock;
  private readonly faults: Faults;
  private readonly database: Database;
  private readonly host: Host;
  private readonly clients: Clients;
  private readonly books: Books;
  private readonly products: readonly SimProduct[];
  private readonly weights: readonly number[];
  private readonly market: Market;
  private readonly recorder: Recorder;
  /** True if the index ticks as the grid does, as in a running exchange. */
  private readonly isDense: boolean;
  /** True if nights and weeks may pass. */
  private readonly isLong: boolean;
  /** True if they pass so often that months are over, from the end of one on. */
  private readonly isFar: boolean;
  private sent = 0;
  private underWay = 0;

  constructor(options: RunOptions) {
    this.options = options;
    const { seed } = options;
    this.random = new Random(seed);
    this.isDense = this.random.chance(0.6);
    this.isLong = this.random.chance(0.4);
    this.isFar = this.isLong && this.random.chance(0.5);
    const firstMs = this.isFar ? this.random.pick(MONTHS_END_MS) : FIRST_MS;
    this.clock = new Clock(firstMs);
    useClock(this.clock);
    this.faults = new Faults(new Random(seed ^ 0x5eed), options.tally);
    this.database = new Database(this.faults, this.clock, new Random(seed ^ 0xd15c));
    this.clients = new Clients(new Random(seed ^ 0xc11e));
    const ledger = new LedgerAudit();
    const world = new Random(seed ^ 0x3a7e);
    const prices = new Map(SPOT.map((each) => [each.symbolId, each.firstTicks]));
    this.market = new Market(world, firstMs, prices);
    this.recorder = new Recorder(world, this.market);
    const exchange = {
      random: world,
      market: this.market,
      recorder: this.recorder,
      ledger,
      users: USERS,
      houses: HOUSES,
      nowMs: () => this.clock.wallMs,
      isLong: this.isLong,
    };
    this.products = options.products.map((product) => product.create(exchange));
    // Each run is about some products more than about the others.
    this.weights = this.products.map(({ weight }) => weight * this.random.pick([1, 3, 10]));
    this.books = new Books(ledger, this.products);
    this.host = new Host({
      random: this.random,
      clock: this.clock,
      database: this.database,
      books: this.books,
      tuning: {
        snapshotCommands: this.random.pick([100, 250, 600]),
        snapshotMs: this.random.pick([60_000, 600_000]),
        snapshotPauseMs: 1,
        maxBatchCommands: this.random.pick([3, 2_000]),
        stateDigestMs: this.random.pick([20_000, 300_000]),
        // time passes here without a turn of the loop, in which no look at the head could be answered
        headCheckMs: 2 ** 31 - 1,
        headStaleMs: Number.POSITIVE_INFINITY,
      },
      bootstrap: () => [...houseListing(), ...this.products.flatMap((product) => product.listing())],
      onGone: () => this.dropAll(),
      onReplaced: () => this.checkClaims(),
    });
  }

  async run(): Promise<RunResult> {
    await this.host.start(false);
    while (this.sent < this.options.commands) await this.step();
    this.faults.end();
    await this.finish();
    const { head } = this.database.tables;
    const stateHash = await this.replayAfresh();
    return {
      commands: this.books.seq,
      rows: this.database.tables.batches.length,
      starts: this.host.starts,
      stateHash,
      headHash: head!.hash.toString('hex'),
      met: new Map([
        ...this.books.met,
        ...this.clients.met,
        ...this.market.counted(),
        ...this.products.flatMap(({ met = new Map<string, number>() }) => [...met]),
      ]),
    };
  }

  end(): void {
    this.host.end();
  }

  private async step(): Promise<void> {
    this.passTime();
    for (const request of this.requests()) this.send(request);
    await this.host.settle(() => this.underWay === 0);
    if (this.host.hasAsleep && this.random.chance(0.2)) await this.host.wake();
    await this.host.replaceIfGone();
    if (this.random.chance(0.004)) await this.host.stopCleanly();
    this.host.throwBroken();
    if (this.random.int(1, SCAN_EVERY) === 1) await this.scan();
  }

  private passTime(): void {
    const { random, clock, isDense } = this;
    clock.pass(random.pick(isDense ? [0, 5, 40, 100, 250, 250] : [0, 1, 5, 40, 250, 250, 500, 1_000]));
    // Downtime, rarely: seconds, an hour, a night, a week and more.
    if (random.chance(0.002))
      clock.pass(random.pick(this.isLong ? [6_000, 60_000, 3_600_000] : [6_000, 60_000]));
    if (this.isLong && random.chance(0.001)) clock.pass(random.pick([8 * 3_600_000, 3 * DAY_MS, 9 * DAY_MS]));
    if (this.isFar && random.chance(0.012)) clock.pass(random.pick([2 * DAY_MS, 9 * DAY_MS, 16 * DAY_MS]));
  }

  /** The requests of this step, in the order in which they arrive. */
  private requests(): Request[] {
    const { random, clients } = this;
    const requests: Request[] = [];
    const { wallMs } = this.clock;
    // In dense time hardly a tick of the grid is left out.
    if (this.isDense && random.chance(0.97)) this.recorder.chain(wallMs);
    for (const body of this.recorder.due(wallMs)) requests.push(clients.request({ userId: 0, body }, wallMs));
    if (random.chance(0.5)) requests.push(...clients.unanswered.splice(0));
    for (let count = random.pick([1, 1, 1, 2, 5, 12]); count > 0; count--) {
      const duplicate = random.chance(0.04) ? clients.duplicate() : null;
      if (duplicate !== null) requests.push(duplicate);
      else {
        const act = this.act();
        const request = clients.request(act, this.clock.wallMs);
        requests.push(request);
        if (random.chance(0.03)) {
          requests.push(request);
          clients.meet('sent twice at once');
        }
      }
    }
    const forged = random.chance(0.03) ? clients.forged() : null;
    if (forged !== null) requests.push(forged);
    if (random.chance(0.3)) {
      if (requests.length > 1) clients.meet('sent out of order');
      for (let i = requests.length - 1; i > 0; i--) {
        const other = random.int(0, i);
        [requests[i], requests[other]] = [requests[other]!, requests[i]!];
      }
    }
    return requests;
  }

  private act() {
    const total = this.weights.reduce((sum, weight) => sum + weight, 0);
    for (;;) {
      let roll = this.random.int(1, total);
      const product = this.products.find((_, i) => {
        roll -= this.weights[i]!;
        return roll <= 0;
      })!;
      const act = product.act();
      if (act !== null) return act;
    }
  }

  private send(request: Request): void {
    const { clients, books } = this;
    const { engine, process } = this.host;
    if (engine === null) {
      clients.again(request);
      return;
    }
    this.sent++;
    this.underWay++;
    request.underWay++;
    let open = true;
    const close = () => {
      if (open) this.underWay--;
      if (open) request.underWay--;
      open = false;
      this.drops.delete(drop);
    };
    const drop = () => {
      close();
      clients.unknown(request);
    };
    this.drops.add(drop);
    engine.submit(request.submission).then(
      (answer) => {
        if (!process.alive) return;
        close();
        this.host.guard(() => {
          books.acknowledged(request.submission, answer);
          clients.answered(request, answer);
        });
      },
      (error: unknown) => {
        if (!process.alive) return;
        close();
        this.host.guard(() => this.refused(request, error));
      },
    );
  }

  /** Decides what becomes of each request under way when its process is gone. */
  private readonly drops = new Set<() => void>();

  private refused(request: Request, error: unknown): void {
    if (!(error instanceof JournalError)) throw error;
    if (error.code === 'OUTCOME_UNKNOWN') {
      this.clients.unknown(request);
      return;
    }
    must(
      ['NOT_COMMITTED', 'NOT_READY', 'OVERLOADED'].includes(error.code),
      'refusals are typed',
      () => `${error.code} to ${words(request.submission)}`,
    );
    // Nothing was done: the journal has the key no more often than it was answered or left open.
    const isAlone =
      request.underWay === 0 && request.answer === null && !request.isUnknown && !request.isForged;
    if (request.submission.key !== null && isAlone) this.claims.push(request.submission);
    this.clients.again(request);
  }

  /** The requests that were refused as not done, to be looked up once the journal is whole again. */
  private claims: Submission[] = [];

  private dropAll(): void {
    for (const drop of [...this.drops]) drop();
  }

  private checkClaims(): void {
    for (const submission of this.claims.splice(0)) {
      const request = this.clients.unanswered.find((each) => each.submission === submission);
      // Since answered, or sent again and left open.
      if (request === undefined || request.answer !== null) continue;
      if (request.isUnknown || request.underWay > 0) continue;
      must(this.books.countOf(submission) === 0, 'what was refused as not done is not done', () =>
        words(submission),
      );
    }
  }

  /** Compares all with all, when nothing is under way. */
  private async scan(): Promise<void> {
    const { engine } = this.host;
    if (engine === null || engine.status().state !== 'ready') return;
    const seen = await this.host.until(
      engine.read((view) => this.books.seq === view.seq && this.books.scan(view)),
    );
    if (seen !== null && 'error' in seen && !(seen.error instanceof JournalError)) throw seen.error;
    this.checkClaims();
  }

  /** With no more faults everything gets its answer, and a start from the bare rows gives the same state. */
  private async finish(): Promise<void> {
    while (this.host.hasAsleep) await this.host.wake();
    await this.host.replaceIfGone();
    for (let rounds = 0; this.clients.unanswered.length > 0; rounds++) {
      must(
        rounds < 50,
        'everything gets its answer',
        () =>
          `${words(this.clients.unanswered[0]!.submission)} ${words(this.host.engine?.status())} ${this.host.log.slice(-5)}`,
      );
      this.clock.pass(1_000);
      await this.host.settle(() => this.host.engine?.status().state !== 'recovering');
      await this.host.replaceIfGone();
      for (const request of this.clients.unanswered.splice(0)) this.send(request);
      await this.host.settle(() => this.underWay === 0);
      await this.host.replaceIfGone();
    }
    await this.host.settle(() => this.host.engine?.status().state === 'ready');
    await this.scan();
    const chain = await this.host.until(verifyChain(this.host.connectionString));
    must(
      chain !== null && 'value' in chain && chain.value.headHash === this.books.hash,
      'the chain holds',
      () => words(chain),
    );
  }

  /** A kernel that gets the same commands again, without a snapshot or a crash, ends in the same state. */
  private async replayAfresh(): Promise<string> {
    const live = await this.host.until(this.host.engine!.read((view) => (view as Kernel).stateHash()));
    const kernel = createKernel();
    for (const envelope of this.books.envelopes) kernel.apply(envelope);
    const hash = kernel.stateHash();
    must(live !== null && 'value' in live && live.value === hash, 'a replay gives the same state', () =>
      words(live),
    );
    return hash;
  }
}
