import type { Bus } from '../../base/bus/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Accounts } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';
import type { Hub } from './hub.ts';

/** The services that a live feed may use. */
export interface LiveFeedDeps {
  readonly core: Pick<CoreLink, 'ask' | 'onCommitted'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly accounts: Accounts;
  readonly catalogue: Catalogue;
  readonly hub: Hub;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** The messages of one subject to sockets. `flush` and `beat` are called only while the server is in step. */
export interface LiveFeed {
  /** Called at each flush of the sockets. */
  flush?(): void;
  /** Called about once a second. */
  beat?(): void;
  stop(): void;
}

/** Starts the messages of a subject. */
export type OpenLiveFeed = (deps: LiveFeedDeps) => LiveFeed;
