import { type Command, createKernel, type KernelEvent, loadKernel, type Outcome } from '@candor/kernel';
import { checkSettlement, firstWrongStep, type SettlementInputs } from '@candor/proofs';
import { Random } from '../property/random.ts';
import { Checker } from './checker.ts';
import { Reckoning } from './reckoning.ts';
import { ScenarioActs } from './scenario-acts.ts';
import { drawWorld, openWorld, type ScenarioWorld, USERS } from './scenario-world.ts';
import { SheetFollower } from './sheet-follower.ts';
import { HOUSE, type Stage, USDT } from './stage.ts';

const DOWNTIME_MS = 5_000;
const TERMS = { unitsPerTickLot: 1_000, scale: 8, price: String };

export type Met = Map<string, number>;

/**
 * A few people in a few perpetuals, drawn by a seed so that corners are common: wallets that end at nothing, averages
 * between ticks, extreme fees, jumps. All is checked after every command. Throws with the seed at what can't be.
 */
export function runScenario(seed: number, met: Met = new Map()): void {
  const scenario = new Scenario(seed, met);
  try {
    scenario.run();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}, command ${scenario.stage.kernel.seq}: ${said}`, { cause: error });
  }
}

export class Scenario {
  readonly random: Random;
  readonly world: ScenarioWorld;
  readonly stage: Stage;
  private readonly met: Met;
  private readonly acts: ScenarioActs;
  private readonly checker: Checker;
  private readonly reckoning: Reckoning;
  private readonly sheet: SheetFollower | null;
  /** All is checked after every command, else only who is liquidated, and the rest of it now and then. */
  private readonly isThorough: boolean;
  private unchecked: KernelEvent[] = [];

  constructor(seed: number, met: Met) {
    this.met = met;
    this.random = new Random(seed);
    this.world = drawWorld(this.random);
    this.stage = openWorld(this.world, false);
    const { symbols } = this.world;
    const fees = new Map(
      symbols.map(({ listing }) => {
        const most = BigInt(Math.max(listing.makerFeePpm, listing.takerFeePpm));
        return [listing.symbolId, { least: most, most }] as const;
      }),
    );
    const ids = symbols.map(({ listing }) => listing.symbolId);
    this.checker = new Checker(ids, [HOUSE, ...USERS], USDT, (symbolId) => fees.get(symbolId)!);
    this.reckoning = new Reckoning(this.world);
    // the sheet's rates are those of the first tier of 0.5 percent
    const isOnSheet = symbols.every(({ listing }) => listing.tiers[0]!.mmrPpm === 5_000);
    this.isThorough = this.random.chance(8);
    this.sheet = isOnSheet && this.isThorough && this.random.chance(12) ? new SheetFollower() : null;
    this.acts = new ScenarioActs(this.random, this.world, this.stage, (userId, body) =>
      this.send(userId, body),
    );
  }

  run(): void {
    const { stage, random, reckoning, met } = this;
    this.checker.check(stage.kernel, stage.log);
    reckoning.follow(stage.kernel, stage.log, false);
    this.acts.begin();
    const length = random.between(5, this.world.isBold ? 20 : 50);
    for (let n = 0; n < length; n++) this.acts.next();
    this.check();
    if (random.chance(8)) this.replay();
    for (const [what, times] of reckoning.met) met.set(what, (met.get(what) ?? 0) + times);
  }

  private send(userId: number, body: Command): Outcome {
    const { stage, random, met } = this;
    if (random.below(400) === 0) stage.restart();
    const idle = random.chance(1) ? stage.kernel.snapshot() : null;
    this.sheet?.before(stage, body);
    const isAfterDowntime = stage.nowMs - stage.kernel.timeMs > DOWNTIME_MS;
    const outcome = stage.send(userId, body);
    this.sheet?.after(stage, body);
    const { kernel, events } = stage;
    for (const event of events) this.note(event);
    if (!outcome.ok) met.set(outcome.code, (met.get(outcome.code) ?? 0) + 1);
    if (!outcome.ok && idle !== null) this.checkIdle(idle, body);
    const isCounting = body.type === 'indexTick' && !isAfterDowntime;
    this.reckoning.follow(kernel, events, isCounting);
    this.unchecked.push(...events);
    if (this.isThorough || random.chance(4)) this.check();
    return outcome;
  }

  private check(): void {
    this.checker.check(this.stage.kernel, this.unchecked);
    this.unchecked = [];
  }

  /** A refused act left nothing: the state is as if only time had passed. */
  private checkIdle(before: Uint8Array, { type }: Command): void {
    const { kernel, nowMs, sent } = this.stage;
    const idle = loadKernel(before);
    const { seq } = sent.at(-1)!;
    idle.apply({ seq, timeMs: nowMs, userId: 0, key: null, bodyHash: null, body: { type: 'tick' } });
    if (idle.stateHash() !== kernel.stateHash()) throw new Error(`A refused ${type} changed the state`);
  }

  private note(event: KernelEvent): void {
    const { met } = this;
    met.set(event.type, (met.get(event.type) ?? 0) + 1);
    if (event.type === 'entry') met.set(event.kind, (met.get(event.kind) ?? 0) + 1);
    const { type } = event;
    if (type !== 'perpetualLiquidated' && type !== 'perpetualDeleveraged' && type !== 'perpetualFundingPaid')
      return;
    const text = JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    const check = checkSettlement(JSON.parse(text) as SettlementInputs, TERMS);
    if (!check.ok)
      throw new Error(`A receipt of ${type} is wrong at ${firstWrongStep(check)?.name}: ${text}`);
  }

  /** The same commands come to the same state in kernels that are reloaded again and again. */
  private replay(): void {
    const { sent, kernel } = this.stage;
    let other = createKernel();
    for (const envelope of sent) {
      if (this.random.chance(10)) other = loadKernel(other.snapshot());
      other.apply(envelope);
    }
    if (other.stateHash() !== kernel.stateHash()) throw new Error('A replay with restarts ends elsewhere');
  }
}
