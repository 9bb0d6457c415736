import { keyQueries } from '../acts/queries.ts';
import { catalogueQueries } from '../catalogue/queries.ts';
import { joinQueries } from '../core/index.ts';
import { historyQueries } from '../history/queries.ts';
import { listingQueries } from '../listing/queries.ts';
import { makerQueries } from '../maker/queries.ts';
import { marginQueries } from '../margin/queries.ts';
import { marketQueries } from '../market/queries.ts';
import { myDataQueries } from '../mydata/queries.ts';
import { operatorQueries } from '../operator/queries.ts';
import { perpetualQueries } from '../perpetual/queries.ts';
import { realtimeQueries } from '../realtime/queries.ts';
import { secondsQueries } from '../seconds/queries.ts';
import { spotQueries } from '../spot/queries.ts';
import { swapQueries } from '../swap/queries.ts';
import { treasuryQueries } from '../treasury/queries.ts';
import { walletQueries } from '../wallet/queries.ts';
import { withdrawalQueries } from '../withdrawals/queries.ts';

/** The live reads of all rooms, for the process of the core. A room that has a `queries.ts` registers here. */
export const liveQueries = joinQueries({
  acts: keyQueries,
  catalogue: catalogueQueries,
  history: historyQueries,
  listing: listingQueries,
  maker: makerQueries,
  margin: marginQueries,
  market: marketQueries,
  mydata: myDataQueries,
  operator: operatorQueries,
  perpetual: perpetualQueries,
  realtime: realtimeQueries,
  seconds: secondsQueries,
  spot: spotQueries,
  swap: swapQueries,
  treasury: treasuryQueries,
  wallet: walletQueries,
  withdrawals: withdrawalQueries,
});
