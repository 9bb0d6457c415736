export { type Anvil, type AnvilOptions, startAnvil } from './anvil.ts';
export { type PracticeChain, type PracticeChainOptions, startPracticeChain } from './practice-chain.ts';
