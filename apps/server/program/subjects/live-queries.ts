import { keyQueries } from '../../engine/acts/queries.ts';
import { catalogueQueries } from '../../engine/catalogue/queries.ts';
import { joinQueries } from '../../engine/core/index.ts';
import { historyQueries } from '../../engine/history/queries.ts';
import { realtimeQueries } from '../../gateway/realtime/queries.ts';
import { miningQueries } from '../../money/defi/queries.ts';
import { earnQueries } from '../../money/earn/queries.ts';
import { financeQueries } from '../../money/finance/queries.ts';
import { loanQueries } from '../../money/loan/queries.ts';
import { treasuryQueries } from '../../money/treasury/queries.ts';
import { walletQueries } from '../../money/wallet/queries.ts';
import { withdrawalQueries } from '../../money/withdrawals/queries.ts';
import { operatorQueries } from '../../operators/operator/queries.ts';
import { listingQueries } from '../../prices/listing/queries.ts';
import { alertQueries } from '../../trading/alerts/queries.ts';
import { makerQueries } from '../../trading/maker/queries.ts';
import { marginQueries } from '../../trading/margin/queries.ts';
import { marketQueries } from '../../trading/market/queries.ts';
import { otcQueries } from '../../trading/otc/queries.ts';
import { perpetualQueries } from '../../trading/perpetual/queries.ts';
import { secondsQueries } from '../../trading/seconds/queries.ts';
import { spotQueries } from '../../trading/spot/queries.ts';
import { swapQueries } from '../../trading/swap/queries.ts';
import { myDataQueries } from '../../users/mydata/queries.ts';
import { referralQueries } from '../../users/referral/queries.ts';

/** The live reads of all rooms, for the process of the core. A room that has a `queries.ts` registers here. */
export const liveQueries = joinQueries({
  acts: keyQueries,
  alerts: alertQueries,
  catalogue: catalogueQueries,
  earn: earnQueries,
  finance: financeQueries,
  history: historyQueries,
  listing: listingQueries,
  loan: loanQueries,
  maker: makerQueries,
  margin: marginQueries,
  market: marketQueries,
  mining: miningQueries,
  mydata: myDataQueries,
  operator: operatorQueries,
  otc: otcQueries,
  perpetual: perpetualQueries,
  realtime: realtimeQueries,
  referral: referralQueries,
  seconds: secondsQueries,
  spot: spotQueries,
  swap: swapQueries,
  treasury: treasuryQueries,
  wallet: walletQueries,
  withdrawals: withdrawalQueries,
});
