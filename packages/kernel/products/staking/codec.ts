import { amount, type CommandCodecs, command, flag, number, text } from '../../codec/fields.ts';
import type {
  CloseStakingOffer,
  FundStaking,
  OfferStaking,
  RedeemStaking,
  SetStakingRenewal,
  StakingCommand,
  SubscribeStaking,
} from './commands.ts';

/** Codes 190 to 199. */
export const stakingCodecs: CommandCodecs<StakingCommand> = {
  offerStaking: command<OfferStaking>(190, {
    assetId: number,
    dailyPpm: number,
    cycleDays: number,
    minAmount: amount,
    maxAmount: amount,
    capAmount: amount,
    userCapAmount: amount,
    exitPpm: number,
    opensMs: number,
    reason: text,
  }),
  closeStakingOffer: command<CloseStakingOffer>(191, { offerId: number, closesMs: number, reason: text }),
  fundStaking: command<FundStaking>(192, { assetId: number, amount, fromUserId: number, reason: text }),
  subscribeStaking: command<SubscribeStaking>(193, { offerId: number, amount, autoRenew: flag }),
  redeemStaking: command<RedeemStaking>(194, { orderId: number }),
  setStakingRenewal: command<SetStakingRenewal>(195, {
    orderId: number,
    autoRenew: flag,
    closedMs: number,
  }),
};
