export {
  CONTRACT_MAKER_SETTINGS,
  ContractMaker,
  type ContractMakerOptions,
  type ContractMakerPhase,
} from './contract-maker.ts';
export {
  MAKER_SETTINGS,
  type MakerPhase,
  type MakerSettings,
  MarketMaker,
  type MarketMakerOptions,
} from './market-maker.ts';
