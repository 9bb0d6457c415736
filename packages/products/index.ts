export * from './constants.ts';
export type { CommandFacts, CommandSender, Declaration, EntryFacts } from './declare.ts';
export {
  type ArticleFigure,
  articleFigures,
  FIGURE_MARK,
  isArticleFigure,
  isTooDeep,
  unknownFigures,
} from './figures.ts';
export {
  COMMANDS,
  type CommandTypeOf,
  DECLARATIONS,
  ENTRIES,
  type EntryKindOf,
  type ProductName,
} from './list.ts';
export { MINING_WALLET_WAIT_MS } from './mining.ts';
export { AGENT_PLACE } from './referral.ts';
