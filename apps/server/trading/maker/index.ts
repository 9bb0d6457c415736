export { MAKER_SETTINGS, MarketMaker, type MarketMakerOptions } from './market-maker.ts';
export { CONTRACT_MAKER_SETTINGS, ContractMaker, type ContractMakerOptions } from './perpetual-maker.ts';
export type { MakerPhase, MakerSettings } from './quoting.ts';
