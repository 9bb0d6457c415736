import type { Call } from '@candor/api';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../base/bus/index.ts';
import type { Lifecycle } from '../base/work/lifecycle.ts';
import type { CatalogueFollower } from '../engine/catalogue/index.ts';
import type { CoreLink } from '../engine/core/index.ts';
import type { Outbox } from '../engine/outbox/index.ts';
import type { History } from '../engine/ports.ts';
import type { CodeLimits, Codes } from './codes/index.ts';
import type { Content } from './content/index.ts';
import type { FileStore } from './files/index.ts';
import type { Handlers, SignedIn } from './http/context.ts';
import type { Deliveries, Messages } from './messages/index.ts';
import type { NoticeBoard } from './notices/index.ts';
import type { LiveFeed, LiveFeedDeps } from './realtime/index.ts';
import type { Reviews } from './review/index.ts';

/** The services of a process below its subjects. */
export interface BaseServices {
  readonly pool: Pool;
  readonly bus: Bus;
  readonly core: CoreLink;
  readonly outbox: Outbox;
  readonly log: Logger;
  readonly now: () => number;
  readonly limits: CodeLimits & {
    readonly loginAttemptsPerMinute: number;
    readonly registrationsPerHour: number;
  };
  /** Deliverers of mail and SMS. */
  readonly deliveries: Deliveries;
  /** Key from which codes are derived; null in a process that sends none. */
  readonly codesKey: Uint8Array | null;
  /** 32 random bytes, kept outside the database: users' factors are sealed with it. Null where no user acts. */
  readonly factorsKey: Uint8Array | null;
  /** Folder of users' files, and the key that they are encrypted with. */
  readonly fileStore: FileStore;
  /** The address that users type; null on a developer's machine. */
  readonly publicUrl: string | null;
  /** Folder of recorded candles of gold and currencies; null without one. */
  readonly mt5Candles: string | null;
  /** True if this house gives practice funds. */
  readonly demo: boolean;
}

/** The services that subjects open theirs with. */
export interface OpeningServices extends BaseServices {
  readonly catalogues: CatalogueFollower;
  readonly content: Content;
  readonly messages: Messages;
  /** Notes events for users; the writer of notices delivers them. */
  readonly notices: NoticeBoard;
  /** Queue in which a subject enters what an operator must judge. */
  readonly reviews: Reviews;
  /** Null in a process that sends none. */
  readonly codes: Codes | null;
}

/** The part of a subject that a door serves. */
export interface Subject<
  Table extends Readonly<Record<string, Call>>,
  Needs,
  Opened extends object = object,
  Session = SignedIn,
  Earlier extends object = object,
> {
  /** The record of its calls. */
  readonly calls: Table;
  /**
   * Opens the services of its own, by name: tables with their migrations, followed listings. They stop with the
   * lifecycle. `Earlier` are services that a subject before it in the list opened.
   */
  readonly open?: (lifecycle: Lifecycle, base: OpeningServices & Earlier) => Promise<Opened>;
  /** Makes its handlers out of the services that it needs. */
  readonly handlers: (needs: Needs) => Handlers<Table, Session>;
  /** Starts its messages to sockets, where it sends any. */
  readonly feed?: (deps: LiveFeedDeps) => LiveFeed;
}

/** Declares a subject; its types are those of its calls, of what it opens and of the services that its handlers name. */
export const defineSubject = <
  Table extends Readonly<Record<string, Call>>,
  Needs,
  Opened extends object = object,
  Session = SignedIn,
  Earlier extends object = object,
>(
  subject: Subject<Table, Needs, Opened, Session, Earlier>,
): Subject<Table, Needs, Opened, Session, Earlier> => subject;

/** The services of the house process, which runs once for all doors. */
export interface HouseServices {
  readonly pool: Pool;
  readonly bus: Bus;
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly log: Logger;
  readonly now: () => number;
  /** Asks the supervisor, such as for a key. */
  readonly ask: (question: string) => Promise<unknown>;
}

/** Starts the part of a subject that runs once: jobs, and answers on the bus. Resolves with how it ends. */
export type HousePart = (house: HouseServices) => Promise<() => void | Promise<void>>;
