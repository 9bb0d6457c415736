export { sha256 } from '@candor/prices';
export { type Check, type CheckStep, firstWrongStep } from './check.ts';
export { checkEarnOrder, type EarnOrderReceipt } from './earn/check-order.ts';
export {
  type ContractFeeReceipt,
  checkContractFee,
  checkFill,
  checkTrade,
  type FillReceipt,
  type TradeReceipt,
  type TradeSide,
} from './fill.ts';
export {
  checkLoan,
  type LoanChecks,
  type LoanEntry,
  type LoanReceipt,
} from './loan/check-loan.ts';
export { LoanReplay, type ReplayedDue, type ReplayedPayment } from './loan/loan-replay.ts';
export {
  checkMargin,
  type MarginCancelled,
  type MarginLine,
  type MarginReceipt,
  type MarginRisk,
  readMarginReceipt,
} from './margin.ts';
export { checkMining, type MiningAccrual, type MiningReceipt } from './mining/check-mining.ts';
export { checkOtcOrder, type OtcOrderReceipt, type OtcPricingReceipt } from './otc/check-otc-order.ts';
export { type ContractFillReceipt, checkContractFill } from './perpetual/check-contract-fill.ts';
export {
  checkSettlement,
  type SettlementInputs,
  type SettlementTerms,
} from './perpetual/check-settlement.ts';
export { checkRebate, type RebateReceipt } from './referral/check-rebate.ts';
export { checkSecondContract } from './seconds/check-second-contract.ts';
export type {
  SecondReading,
  SecondReceipt,
  SecondTicket,
  SettledReceipt,
  SettledTerms,
} from './seconds/receipt.ts';
export { readSignedTicket, sameTicket, TICKET_TYPE, type TicketKey } from './seconds/signed-ticket.ts';
export { checkSwap, type SwapLegReceipt, type SwapReceipt } from './swap/check-swap.ts';
export {
  type ChainCheck,
  type ChainEnd,
  type ChainRecord,
  checkTickChain,
} from './ticks/check-tick-chain.ts';
