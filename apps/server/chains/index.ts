export {
  chainsOf,
  type DepositAsset,
  FAUCET_ADDRESS,
  type ListedChain,
  PRACTICE_CHAIN,
  PRACTICE_USDT_ADDRESS,
  requireChainOfMode,
} from './chain-list.ts';
