import type { Call, Dashboard, SigningKeys } from '@candor/api';
import type { FeedKind } from '@candor/kernel';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { History } from '../../engine/ports.ts';
import type { Content } from '../../gateway/content/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Readiness } from '../../gateway/http/operations.ts';
import type { MessageArchive } from '../../gateway/messages/index.ts';
import type { ReviewKind, Reviews } from '../../gateway/review/index.ts';
import type { Touches } from '../touches/index.ts';
import type { OperatorActs } from './acts.ts';
import type { OperatorRoom } from './operator-room.ts';
import type { OperatorSession } from './operator-types.ts';
import type { Proposals } from './proposals.ts';

/** Asks for the status of the feed. */
export interface FeedSource {
  feedStatus(): Promise<{
    readonly kind: FeedKind;
    readonly phase: Dashboard['feedStatus']['phase'];
    readonly note: string;
    readonly marketTimeMs: number;
    readonly venues: readonly { readonly name: string; readonly connected: boolean }[];
  }>;
}

/** The signer's own list of operators' keys. */
export type AcceptedKeys = NonNullable<SigningKeys['accepted']>;

/** A process of the program, as shown to operators. */
export type ProcessRow = Dashboard['processes'][number];

/** The services that desks stand on. */
export interface DeskDeps extends Readiness {
  readonly core: CoreLink;
  readonly history: Pick<History, 'status'>;
  readonly catalogues: CatalogueFollower;
  /** The tables that operators keep and everybody reads. */
  readonly content: Content;
  readonly feed: FeedSource;
  readonly outbox: Outbox;
  readonly operators: OperatorRoom;
  readonly acts: OperatorActs;
  readonly proposals: Proposals;
  /** Takes items out of the review queue. */
  readonly reviews: Pick<Reviews, 'withdraw' | 'lock'>;
  /** Kinds of items in the review queue. */
  readonly reviewKinds: readonly ReviewKind[];
  /** Returns the operators' keys that the signer accepts; null while it does not answer. */
  readonly acceptedKeys: () => Promise<AcceptedKeys | null>;
  /** Mail and SMS of the last 30 days. */
  readonly archive: MessageArchive;
  /** Entries in which users read what operators did to their accounts. */
  readonly touches: Touches;
  readonly secure: boolean;
  readonly version: string;
  /** Returns the state of the program's processes. */
  readonly processes: () => Promise<ProcessRow[]>;
}

/** A handler for every call of a desk: one that is missing is a type error. */
export type DeskHandlers<Calls extends Readonly<Record<string, Call>>> = Handlers<Calls, OperatorSession>;
