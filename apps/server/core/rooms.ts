/** The live reads of every room, by the room's name. A room that has a `queries.ts` registers here. */
export { keyQueries as acts } from '../acts/queries.ts';
export { catalogueQueries as catalogue } from '../catalogue/queries.ts';
export { historyQueries as history } from '../history/queries.ts';
export { listingQueries as listing } from '../listing/queries.ts';
export { makerQueries as maker } from '../maker/queries.ts';
export { marginQueries as margin } from '../margin/queries.ts';
export { marketQueries as market } from '../market/queries.ts';
export { myDataQueries as mydata } from '../mydata/queries.ts';
export { operatorQueries as operator } from '../operator/queries.ts';
export { perpetualQueries as perpetual } from '../perpetual/queries.ts';
export { realtimeQueries as realtime } from '../realtime/queries.ts';
export { secondsQueries as seconds } from '../seconds/queries.ts';
export { spotQueries as spot } from '../spot/queries.ts';
export { swapQueries as swap } from '../swap/queries.ts';
export { treasuryQueries as treasury } from '../treasury/queries.ts';
export { walletQueries as wallet } from '../wallet/queries.ts';
export { withdrawalQueries as withdrawals } from '../withdrawals/queries.ts';
