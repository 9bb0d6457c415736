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
export type { DepositAsset, ListedChain } from './listed-chain.ts';
