import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, type EngineOptions, openEngine } from '@candor/journal';
import {
  type ConnectCoreOptions,
  connectCore,
  type LineRole,
  type RemoteCore,
  type ServedCore,
  type ServeTuning,
  serveCore,
} from '../../apps/server/engine/core/index.ts';
import { liveQueries } from '../../apps/server/program/subjects/live-queries.ts';
import { houseUserId, listing, practiceGenesis } from '../../tools/workload/exchange.ts';
import { patientTuning } from './patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';

export const lineUsers = 4;

/** An engine on a separate database, served over a Unix socket. */
export class CoreStage {
  readonly path: string;
  readonly logged: string[] = [];
  engine!: Engine;
  served!: ServedCore;
  readonly database: FreshDatabase;
  private readonly folder: string;
  private readonly options: Partial<EngineOptions>;
  private readonly tuning: Partial<ServeTuning>;
  private readonly lines: RemoteCore[] = [];

  private constructor(
    database: FreshDatabase,
    folder: string,
    options: Partial<EngineOptions>,
    tuning: Partial<ServeTuning>,
  ) {
    this.database = database;
    this.folder = folder;
    this.path = join(folder, 'core.sock');
    this.options = options;
    this.tuning = tuning;
  }

  static async open(
    options: Partial<EngineOptions> = {},
    tuning: Partial<ServeTuning> = {},
  ): Promise<CoreStage> {
    const folder = await mkdtemp(join(tmpdir(), 'line-'));
    const stage = new CoreStage(await freshDatabase(), folder, options, tuning);
    await stage.start();
    return stage;
  }

  /** Starts the core, initially or after `stop`. */
  async start(more: Partial<EngineOptions> = {}): Promise<void> {
    const options = { ...this.options, ...more };
    this.engine = await openEngine({
      connectionString: this.database.connectionString,
      genesis: practiceGenesis,
      bootstrap: listing(lineUsers, 2),
      ...options,
      tuning: { ...patientTuning, ...options.tuning },
    });
    await this.serve();
  }

  /** Serves the core to other processes, initially or after `served.close`. */
  async serve(): Promise<void> {
    this.served = await serveCore(this.engine, {
      path: this.path,
      houseUserId,
      queries: liveQueries,
      log: (line) => this.logged.push(line),
      tuning: this.tuning,
    });
  }

  /** Stops the core; its database and the other ends of its connections remain. */
  async stop(): Promise<void> {
    await this.served.close();
    await this.engine.stop();
  }

  async connect(role: LineRole, more: Partial<ConnectCoreOptions> = {}): Promise<RemoteCore> {
    const line = await connectCore({ path: this.path, role, retryMs: 20, silentMs: 30_000, ...more });
    this.lines.push(line);
    return line;
  }

  async close(): Promise<void> {
    await Promise.all(this.lines.map((line) => line.close()));
    await this.stop();
    await this.database.drop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
