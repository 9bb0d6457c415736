import { STAKING_ESCROW, STAKING_POOL } from '@candor/kernel';
import type { Check } from './check.ts';
import { CustodyCheck } from './custody.ts';
import { EarnCheck } from './earn.ts';
import { FillCheck, SafetyFundCheck } from './fills.ts';
import { financeCheck } from './finance.ts';
import { IndexCheck } from './indices.ts';
import { LedgerCheck } from './ledger.ts';
import { DeleveragingCheck, LiquidationCheck } from './liquidations.ts';
import { LoanCheck } from './loans.ts';
import { MarginCheck } from './margin.ts';
import { MarginInterestCheck } from './margin-interest.ts';
import { MiningCheck } from './mining.ts';
import { OtcCheck } from './otc.ts';
import { FundingCheck, MarkCheck, PerpetualFillCheck } from './perpetuals.ts';
import { ReferralCheck } from './referral.ts';
import { SecondsCheck } from './seconds.ts';
import { SwapCheck } from './swaps.ts';
import { TickChainCheck } from './tick-chain.ts';
import { TreasuryCheck } from './treasury.ts';

export type { Check, Finding } from './check.ts';

/** Everything that is recomputed, each from the beginning of the journal. */
export function allChecks(): Check[] {
  return [
    new LedgerCheck(),
    new TickChainCheck(),
    new IndexCheck(),
    new FillCheck(),
    new SafetyFundCheck(),
    new CustodyCheck(),
    new TreasuryCheck(),
    new SecondsCheck(),
    new MarkCheck(),
    new PerpetualFillCheck(),
    new FundingCheck(),
    new LiquidationCheck(),
    new DeleveragingCheck(),
    new MarginCheck(),
    new MarginInterestCheck(),
    new SwapCheck(),
    new ReferralCheck(),
    new EarnCheck('staking', { pool: STAKING_POOL, escrow: STAKING_ESCROW }),
    financeCheck(),
    new LoanCheck(),
    new MiningCheck(),
    new OtcCheck(),
  ];
}
