import { type AccountChain, isDelegated, type Signatory } from '@candor/chains';
import type { Bus } from '../../base/bus/index.ts';
import { BusError } from '../../base/bus/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { type AccountListed, nativeOf } from '../chains/index.ts';
import { isRegistryThere, type JoinLook, lookAtJoin } from './look.ts';

/** The chain that wallets join on, as its process follows it. */
export interface JoinChain {
  readonly chainId: number;
  readonly network: string;
  readonly name: string;
  readonly confirmations: number;
  /** True where the published contract stands at its address. */
  readonly isOpen: boolean;
}

/** Questions to the process that follows the chain. Each throws Refusal MINING_CHAIN_AWAY while it does not answer. */
export interface ChainLine {
  chain(): Promise<JoinChain>;
  signatory(address: string, text: string, signature: string): Promise<Signatory>;
  look(hash: string, account: string): Promise<JoinLook>;
  /** True for a wallet that delegated its code (EIP-7702): somebody else's code may take what it is paid. */
  isDelegated(address: string): Promise<boolean>;
}

const ASK = 'defi.chain';
const PATIENCE_MS = 12_000;

type Question =
  | { readonly of: 'chain' }
  | { readonly of: 'signatory'; readonly address: string; readonly text: string; readonly signature: string }
  | { readonly of: 'look'; readonly hash: string; readonly account: string }
  | { readonly of: 'delegated'; readonly address: string };

type Node = Pick<AccountChain, 'chainId' | 'callOf' | 'codeAt' | 'signatoryOf'>;

/** Blocks that must hold a join: as many as a payment of the chain's own coin needs. */
export const confirmationsOf = (chain: Pick<AccountListed, 'assets' | 'key'>): number =>
  nativeOf(chain).confirmations;

/** Answers for the chain that this process follows. Returns a function that stops it. */
export function serveChain(bus: Bus, node: Node, chain: AccountListed): () => void {
  return bus.respond(ASK, async (asked) => {
    const question = asked as Question;
    switch (question.of) {
      case 'chain':
        return {
          chainId: chain.chainId,
          network: chain.key,
          name: chain.name,
          confirmations: confirmationsOf(chain),
          isOpen: await isRegistryThere(node),
        } satisfies JoinChain;
      case 'signatory':
        return node.signatoryOf(question.address, question.text, question.signature);
      case 'look':
        return lookAtJoin(node, question.hash, question.account);
      case 'delegated':
        return isDelegated(await node.codeAt(question.address));
      default:
        throw new TypeError('the chain is asked another question');
    }
  });
}

/** Connects a process without a node to the one that has it. */
export function askChain(bus: Bus): ChainLine {
  async function ask<Answer>(question: Question): Promise<Answer> {
    try {
      return (await bus.request(ASK, question, { timeoutMs: PATIENCE_MS })) as Answer;
    } catch (error) {
      if (error instanceof BusError) throw new Refusal('MINING_CHAIN_AWAY');
      throw error;
    }
  }
  return {
    chain: () => ask({ of: 'chain' }),
    signatory: (address, text, signature) => ask({ of: 'signatory', address, text, signature }),
    look: (hash, account) => ask({ of: 'look', hash, account }),
    isDelegated: (address) => ask({ of: 'delegated', address }),
  };
}
