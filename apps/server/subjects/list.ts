import { apikeys } from '../apikeys/subject.ts';
import { bank } from '../bank/subject.ts';
import { defi } from '../defi/subject.ts';
import { deposits } from '../deposits/subject.ts';
import { entry } from '../entry/subject.ts';
import { factors } from '../factors/subject.ts';
import { features } from '../features/subject.ts';
import { files } from '../files/subject.ts';
import { identity } from '../identity/subject.ts';
import { kyc } from '../kyc/subject.ts';
import { margin } from '../margin/subject.ts';
import { market } from '../market/subject.ts';
import { mt5 } from '../mt5/subject.ts';
import { mydata } from '../mydata/subject.ts';
import { perpetual } from '../perpetual/subject.ts';
import { platform } from '../platform/subject.ts';
import { recharges } from '../recharges/subject.ts';
import { recovery } from '../recovery/subject.ts';
import { seconds } from '../seconds/subject.ts';
import { spot } from '../spot/subject.ts';
import { statements } from '../statements/subject.ts';
import { swap } from '../swap/subject.ts';
import { terms } from '../terms/subject.ts';
import { tiers } from '../tiers/subject.ts';
import { touches } from '../touches/subject.ts';
import { wallet } from '../wallet/subject.ts';
import { watchlist } from '../watchlist/subject.ts';
import { withdrawals } from '../withdrawals/subject.ts';

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
  spot,
  perpetual,
  seconds,
  margin,
  defi,
  files,
  kyc,
  recharges,
  bank,
  touches,
  tiers,
  withdrawals,
  statements,
  swap,
  mt5,
  mydata,
  terms,
  features,
  recovery,
] as const;
