import type { MaintenanceTier } from '@candor/rules';
import {
  amount,
  type CommandCodecs,
  command,
  type Field,
  flag,
  ifGiven,
  list,
  lots,
  number,
  oneOf,
  optional,
  priceTicks,
  record,
  text,
} from '../../../codec/fields.ts';
import type { QuoteLevel } from '../../../commands.ts';
import { TRIGGER_SOURCES } from '../../../triggers/trigger-index.ts';
import type {
  AdjustMargin,
  CancelPerpetualOrder,
  CancelPerpetualOrders,
  CancelPositionExit,
  CloseAllPositions,
  ClosePosition,
  EntryTrigger,
  ExitTerms,
  FundInsurance,
  ListPerpetual,
  MarginMode,
  PerpetualCommand,
  PerpetualMassQuote,
  PlacePerpetualOrder,
  PositionMode,
  PositionSide,
  ReversePosition,
  SetLeverage,
  SetMarginMode,
  SetPerpetualLimits,
  SetPerpetualState,
  SetPerpetualTiers,
  SetPositionExits,
  SetPositionMode,
} from './commands.ts';

export const marginModeField: Field<MarginMode> = oneOf(['isolated', 'cross']);
export const positionModeField: Field<PositionMode> = oneOf(['one-way', 'hedge']);
export const positionSideField: Field<PositionSide> = oneOf(['both', 'long', 'short']);
export const sideField = oneOf(['buy', 'sell']);
export const orderTypeField = oneOf(['limit', 'market']);
export const timeInForceField = oneOf(['GTC', 'IOC', 'FOK']);
export const symbolStateField = oneOf(['trading', 'post-only', 'halted']);
export const sourceField = oneOf(TRIGGER_SOURCES);
export const triggerField = record<EntryTrigger>({ triggerTicks: priceTicks, source: sourceField });
export const exitField = record<ExitTerms>({
  triggerTicks: priceTicks,
  source: sourceField,
  lots: optional(lots),
});

const tiers = list(record<MaintenanceTier>({ floorNotional: amount, mmrPpm: number, maxLeverage: number }));

export const listPerpetualCodec = command<ListPerpetual>(40, {
  symbolId: number,
  name: text,
  indexSymbolId: number,
  settleAssetId: number,
  tickDecimal: text,
  lotDecimal: text,
  minNotional: amount,
  maxLots: lots,
  maxOpenOrders: number,
  priceBandPpm: number,
  tiers,
  fundingIntervalMs: number,
  impactNotional: amount,
  makerFeePpm: number,
  takerFeePpm: number,
  liquidationFeePpm: number,
});

/** Codes 40 to 69. */
export const perpetualCodecs: CommandCodecs<PerpetualCommand> = {
  listPerpetual: listPerpetualCodec,
  setPerpetualState: command<SetPerpetualState>(41, {
    symbolId: number,
    state: symbolStateField,
    reason: text,
  }),
  placePerpetualOrder: command<PlacePerpetualOrder>(55, {
    symbolId: number,
    positionSide: positionSideField,
    side: sideField,
    orderType: orderTypeField,
    timeInForce: timeInForceField,
    postOnly: flag,
    reduceOnly: flag,
    priceTicks: optional(priceTicks),
    lots,
    clientOrderId: optional(text),
    trigger: optional(triggerField),
    takeProfit: optional(exitField),
    stopLoss: optional(exitField),
    leverage: optional(number),
    marginMode: optional(marginModeField),
  }),
  cancelPerpetualOrder: command<CancelPerpetualOrder>(43, {
    orderId: optional(number),
    clientOrderId: optional(text),
  }),
  cancelPerpetualOrders: command<CancelPerpetualOrders>(44, { symbolId: optional(number) }),
  closePosition: command<ClosePosition>(45, {
    positionId: number,
    priceTicks: optional(priceTicks),
    lots: optional(lots),
    clientOrderId: optional(text),
  }),
  closeAllPositions: command<CloseAllPositions>(46, { symbolIds: optional(list(number)) }),
  setLeverage: command<SetLeverage>(47, { symbolId: number, leverage: number }),
  setMarginMode: command<SetMarginMode>(48, { symbolId: number, marginMode: marginModeField }),
  setPositionMode: command<SetPositionMode>(49, { positionMode: positionModeField }),
  adjustMargin: command<AdjustMargin>(50, { positionId: number, amount }),
  setPositionExits: command<SetPositionExits>(51, {
    positionId: number,
    takeProfit: optional(exitField),
    stopLoss: optional(exitField),
  }),
  cancelPositionExit: command<CancelPositionExit>(52, { exitId: number }),
  perpetualMassQuote: command<PerpetualMassQuote>(60, {
    symbolId: number,
    expiresTickNo: ifGiven(number),
    levels: list(record<QuoteLevel>({ side: sideField, priceTicks, lots })),
  }),
  fundInsurance: command<FundInsurance>(54, { assetId: number, amount, fromUserId: number }),
  reversePosition: command<ReversePosition>(56, { positionId: number, lots }),
  setPerpetualLimits: command<SetPerpetualLimits>(57, {
    symbolId: number,
    minNotional: amount,
    maxLots: lots,
    maxOpenOrders: number,
    priceBandPpm: number,
  }),
  setPerpetualTiers: command<SetPerpetualTiers>(58, { symbolId: number, tiers }),
};
