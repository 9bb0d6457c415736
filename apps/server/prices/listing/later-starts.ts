import { StartupError } from '../../base/errors/startup-error.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { FeedView } from '../feeds/index.ts';
import { openFinanceForPractice } from './finance.ts';
import { venueCommands } from './first-commands.ts';
import { openLoansForPractice } from './loans.ts';
import { openMarginForPractice } from './margin.ts';
import { openMiningForPractice } from './mining.ts';
import { openOtcForPractice } from './otc.ts';
import { openContractsForPractice } from './perpetual.ts';
import { openSecondsForPractice } from './seconds.ts';
import { openStakingForPractice } from './staking.ts';
import { openSwapsForPractice } from './swap.ts';

/**
 * Adapts an existing journal to today's feed. It refuses prices of another mode, and a simulator whose seed does not
 * match the published hash. It registers the feed's venues, and opens contracts, second
 * contracts, margin trading, swaps, staking, finance products, mining, power loans and OTC if the mode offers them. Throws
 * StartupError FEED_MODE.
 */
export async function adoptFeed(core: CoreLink, feed: FeedView, seedHash: string): Promise<void> {
  const journal = await core.ask('journalOrigin');
  if (journal.mode === 'real' && feed.kind !== 'live') {
    throw new StartupError(
      'FEED_MODE',
      `This journal deals in real assets, and a ${feed.kind} makes prices up: it serves practice journals only. ` +
        'Start with --feed live, or set CANDOR_DATA (or DATABASE_URL) to a practice journal.',
    );
  }
  if (feed.kind === 'simulator' && journal.seedHash !== seedHash) {
    throw new StartupError(
      'FEED_MODE',
      'The simulator seed in the data folder is not the one whose hash this journal showed at its beginning. ' +
        'Put that seed back, or start over with a new data folder and a new database.',
    );
  }
  for (const body of venueCommands(feed.venues)) {
    const { outcome } = await core.submit({ userId: 0, key: null, bodyHash: null, body });
    if (!outcome.ok) throw new Error(`the journal refused the feed's venues: ${outcome.code}`);
  }
  await openContractsForPractice(core);
  await openSecondsForPractice(core);
  await openMarginForPractice(core);
  await openSwapsForPractice(core);
  await openStakingForPractice(core);
  await openLoansForPractice(core);
  await openFinanceForPractice(core);
  await openMiningForPractice(core);
  await openOtcForPractice(core);
}
