import { core } from './core.ts';
import { custody } from './custody.ts';
import type { CommandFacts, Declaration, EntryFacts } from './declare.ts';
import { finance } from './finance.ts';
import { loan } from './loan.ts';
import { margin } from './margin.ts';
import { mining } from './mining.ts';
import { otc } from './otc.ts';
import { perpetual } from './perpetual.ts';
import { referral } from './referral.ts';
import { seconds } from './seconds.ts';
import { spot } from './spot.ts';
import { staking } from './staking.ts';
import { swap } from './swap.ts';
import { transfer } from './transfer.ts';
import { treasury } from './treasury.ts';

/** All products, in the order of the bill's filter. */
// biome-ignore format: one line a product
const products = {
  core,
  transfer,
  spot,
  perpetual,
  seconds,
  margin,
  custody,
  swap,
  referral,
  loan,
  treasury,
  staking,
  finance,
  mining,
  otc,
} as const;

/** The name of a product. */
export type ProductName = keyof typeof products;
type WordsOf<Part extends 'commands' | 'entries', N extends ProductName = ProductName> = {
  [P in N]: keyof (typeof products)[P][Part];
}[N] &
  string;

/** The kinds of ledger entries of a product, or of all. */
export type EntryKindOf<N extends ProductName = ProductName> = WordsOf<'entries', N>;
/** The types of a product's commands, or of all. */
export type CommandTypeOf<N extends ProductName = ProductName> = WordsOf<'commands', N>;

/** Each product's words, by its name. */
export const DECLARATIONS: Readonly<Record<ProductName, Declaration>> = products;

const merged = <Part extends 'commands' | 'entries'>(part: Part) =>
  Object.assign({}, ...Object.values(products).map((product) => product[part])) as unknown;

/** The facts of every command, by its type. */
export const COMMANDS = merged('commands') as Readonly<Record<CommandTypeOf, CommandFacts>>;
/** The facts of every kind of ledger entry, in the order of the bill's filter. */
export const ENTRIES = merged('entries') as Readonly<Record<EntryKindOf, EntryFacts>>;
