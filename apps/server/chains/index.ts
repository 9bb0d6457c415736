export {
  chainsOf,
  chainToServe,
  type DepositAsset,
  FAUCET_ADDRESS,
  type ListedChain,
  listedChain,
  PRACTICE_CHAIN,
  PRACTICE_USDT_ADDRESS,
  requireChainOfMode,
} from './chain-list.ts';
