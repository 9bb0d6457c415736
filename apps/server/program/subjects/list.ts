import { files } from '../../gateway/files/subject.ts';
import { notices } from '../../gateway/notices/subject.ts';
import { bank } from '../../money/bank/subject.ts';
import { defi } from '../../money/defi/subject.ts';
import { deposits } from '../../money/deposits/subject.ts';
import { finance } from '../../money/finance/subject.ts';
import { loan } from '../../money/loan/subject.ts';
import { recharges } from '../../money/recharges/subject.ts';
import { staking } from '../../money/staking/subject.ts';
import { statements } from '../../money/statements/subject.ts';
import { tiers } from '../../money/tiers/subject.ts';
import { wallet } from '../../money/wallet/subject.ts';
import { withdrawals } from '../../money/withdrawals/subject.ts';
import { touches } from '../../operators/touches/subject.ts';
import { alerts } from '../../trading/alerts/subject.ts';
import { margin } from '../../trading/margin/subject.ts';
import { market } from '../../trading/market/subject.ts';
import { mt5 } from '../../trading/mt5/subject.ts';
import { otc } from '../../trading/otc/subject.ts';
import { perpetual } from '../../trading/perpetual/subject.ts';
import { platform } from '../../trading/platform/subject.ts';
import { seconds } from '../../trading/seconds/subject.ts';
import { settled } from '../../trading/settled/subject.ts';
import { spot } from '../../trading/spot/subject.ts';
import { swap } from '../../trading/swap/subject.ts';
import { watchlist } from '../../trading/watchlist/subject.ts';
import { apikeys } from '../../users/apikeys/subject.ts';
import { articles } from '../../users/articles/subject.ts';
import { chat } from '../../users/chat/subject.ts';
import { entry } from '../../users/entry/subject.ts';
import { factors } from '../../users/factors/subject.ts';
import { features } from '../../users/features/subject.ts';
import { identity } from '../../users/identity/subject.ts';
import { kyc } from '../../users/kyc/subject.ts';
import { listing } from '../../users/listings/subject.ts';
import { mydata } from '../../users/mydata/subject.ts';
import { recovery } from '../../users/recovery/subject.ts';
import { referral } from '../../users/referral/subject.ts';
import { terms } from '../../users/terms/subject.ts';

/** The subjects of the server. A subject registers here. */
export const subjects = [
  platform,
  identity,
  entry,
  factors,
  apikeys,
  wallet,
  deposits,
  market,
  watchlist,
  alerts,
  spot,
  perpetual,
  seconds,
  settled,
  margin,
  files,
  kyc,
  recharges,
  bank,
  touches,
  loan,
  tiers,
  withdrawals,
  defi,
  statements,
  swap,
  staking,
  finance,
  mt5,
  mydata,
  terms,
  features,
  recovery,
  notices,
  referral,
  chat,
  articles,
  otc,
  listing,
] as const;
