import type { CommittedBatch } from '@candor/journal';
import type { CoreLink } from '../core/index.ts';
import type { Accounts } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';
import type { Depth } from './depth.ts';
import { followJournal } from './follow.ts';
import type { Hub, HubChannel } from './hub.ts';

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
  /** Receives the reason why the core's state was read again. */
  readonly onResync: (reason: unknown) => void;
}

/**
 * Keeps books, accounts and listings in step with the committed journal. Resolves once the books are there; the
 * result stops it.
 */
export function keepInStep(deps: JournalDeps): Promise<() => void> {
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
  const readListingsSoon = (): void => {
    if (listingsDue) return;
    listingsDue = true;
    setImmediate(() => {
      listingsDue = false;
      core.ask('listings').then((listings) => {
        catalogue.install(listings);
        openChannels();
      }, onResync);
    });
  };

  return followJournal(core, 'books', {
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
      if (gap) {
        onResync(new Error(`committed commands before ${batch.firstSeq} were missed`));
        accounts.reload();
      }
      for (const command of batch.commands) accounts.apply(command);
      if (touchesListings(batch)) readListingsSoon();
    },
    onError: onResync,
  });
}

function touchesListings(batch: CommittedBatch): boolean {
  return batch.commands.some(({ events }) =>
    events.some(({ type }) => type === 'catalogue' || type === 'symbolState' || type === 'perpetualState'),
  );
}
