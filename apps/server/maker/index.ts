export {
  MAKER_SETTINGS,
  type MakerPhase,
  type MakerSettings,
  MarketMaker,
  type MarketMakerOptions,
} from './market-maker.ts';
