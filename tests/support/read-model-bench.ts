import { type Engine, openEngine, readCommitted } from '@candor/journal';
import type { Command, Outcome } from '@candor/kernel';
import { type Projections, rebuild, startProjections } from '@candor/projections';
import { afterAll, beforeAll, expect } from 'vitest';
import { bootstrap } from '../api/support/listing.ts';
import { PATIENCE_MS } from './patience.ts';
import { patientTuning } from './patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';

type Accepted = Extract<Outcome, { readonly ok: true }>;

/** A market on a real database with its read models, whose clock the test moves. It lives as long as its file. */
export class ReadModelBench {
  nowMs: number;
  private database: FreshDatabase | undefined;
  private engine: Engine | undefined;
  private followed: Projections | undefined;

  constructor(startMs: number) {
    this.nowMs = startMs;
    beforeAll(async () => {
      this.database = await freshDatabase();
      const { connectionString } = this.database;
      this.engine = await openEngine({
        connectionString,
        genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null },
        bootstrap,
        tuning: patientTuning,
        now: () => this.nowMs,
      });
      this.followed = await startProjections({ connectionString, engine: this.engine });
    });
    afterAll(async () => {
      await this.followed?.stop();
      await this.engine?.stop();
      await this.database?.drop();
    });
  }

  get projections(): Projections {
    return this.followed!;
  }

  /** Sends a command and waits until the read models have it, a refusal too. */
  async submit(userId: number, body: Command): Promise<Outcome> {
    const { seq, outcome } = await this.engine!.submit({ userId, key: null, bodyHash: null, body });
    expect(await this.projections.caughtUp(seq, PATIENCE_MS)).toBe(true);
    return outcome;
  }

  /** Sends a command that must be accepted. */
  async perform(userId: number, body: Command): Promise<Accepted> {
    const outcome = await this.submit(userId, body);
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
    return outcome;
  }

  /** Fills tables again from the journal, and says which have the same rows. */
  async rebuild(tables: readonly string[]) {
    const { connectionString } = this.database!;
    const replay = (afterSeq: number) => readCommitted({ connectionString, afterSeq });
    return (await rebuild({ connectionString, replay, tables })).tables;
  }
}
