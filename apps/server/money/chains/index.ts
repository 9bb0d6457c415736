export { PRACTICE_BITCOIN } from './bitcoin-list.ts';
export {
  type AccountListed,
  chainsOf,
  chainToServe,
  FAUCET_ADDRESS,
  listedChain,
  PRACTICE_CHAIN,
  PRACTICE_USDT_ADDRESS,
  requireChainOfMode,
} from './chain-list.ts';
export { depthOf, type Finality, type Holding, readFinality, replacedAfter } from './finality.ts';
export { type DepositAsset, type ListedChain, nativeOf } from './listed-chain.ts';
