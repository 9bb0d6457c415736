import type { KernelEvent } from '@candor/kernel';
import { type CoreLink, hasSystemEvent } from '../../engine/core/index.ts';
import type { Accounts } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';
import type { Depth } from './depth.ts';
import { followJournal } from './follow.ts';
import type { Hub, HubChannel } from './hub.ts';

/** Only the system lists and halts. */
const CHANGES = new Set<KernelEvent['type']>(['catalogue', 'symbolState', 'perpetualState']);

const RETRY_MS = 100;

export interface JournalDeps {
  readonly core: Pick<CoreLink, 'ask' | 'onCommitted'>;
  readonly catalogue: Catalogue;
  readonly depth: Depth;
  readonly accounts: Accounts;
  readonly hub: Hub;
  /** Opens the market's channels of what the catalogue lists now. */
  readonly openMarketChannels: () => void;
  /** Called with false when the books become invalid, and with true once they are loaded. */
  readonly onLoaded: (loaded: boolean) => void;
  /**
   * Checked before each batch. After a pause of the process, old batches may be read before any timer runs: the check
   * then stops accounts from sending them as live.
   */
  readonly inStep: () => boolean;
  /** Receives the reason why the core's state was read again. */
  readonly onResync: (reason: unknown) => void;
}

/**
 * Keeps books, accounts and listings in step with the committed journal. Resolves once the books are there; the
 * result stops it.
 */
export async function keepInStep(deps: JournalDeps): Promise<() => void> {
  const { core, catalogue, depth, accounts, hub, onResync } = deps;
  const depthChannels = new Map<string, HubChannel>();

  const openChannels = (): void => {
    deps.openMarketChannels();
    for (const symbol of [...catalogue.symbols(), ...catalogue.contracts()]) {
      if (depthChannels.has(symbol.name)) continue;
      const channel = depth.channel(symbol);
      depthChannels.set(symbol.name, channel);
      hub.add(channel);
    }
  };
  let listingsDue = false;
  let stopped = false;
  const readListingsSoon = (): void => {
    if (listingsDue || stopped) return;
    listingsDue = true;
    setImmediate(() => {
      listingsDue = false;
      core.ask('listings').then((listings) => {
        catalogue.install(listings);
        openChannels();
      }, retryListings);
    });
  };
  const retryListings = (error: unknown): void => {
    onResync(error);
    setTimeout(readListingsSoon, RETRY_MS).unref();
  };

  const stopFollowing = await followJournal(core, 'books', {
    install({ books, listings }) {
      catalogue.install(listings);
      depth.install(books);
    },
    onLoading: () => deps.onLoaded(false),
    onLoaded() {
      openChannels();
      deps.onLoaded(true);
    },
    apply: depth.apply,
    onBatch(batch, gap) {
      deps.inStep();
      if (gap) {
        onResync(new Error(`committed commands before ${batch.firstSeq} were missed`));
        accounts.reload();
      }
      for (const command of batch.commands) accounts.apply(command);
      if (hasSystemEvent(batch, CHANGES)) readListingsSoon();
    },
    onError: onResync,
  });
  return () => {
    stopped = true;
    stopFollowing();
  };
}
