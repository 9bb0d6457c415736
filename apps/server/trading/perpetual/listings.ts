import type { KernelEvent } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { type CoreLink, hasSystemEvent, keepCopy } from '../../engine/core/index.ts';
import type { ContractInfo } from './queries.ts';

/** The contracts that are listed and their terms: a copy of the kernel's. */
export interface PerpetualListings {
  readonly contracts: readonly ContractInfo[];
  /** By any spelling, with or without PERP: BTCUSDT-PERP, BTC/USDT, btc_usdt. @throws Refusal UNKNOWN_SYMBOL */
  contract(name: string): ContractInfo;
  /** The same; null where no contract is called so. */
  find(name: string): ContractInfo | null;
  /** @throws Error for an id that is not listed */
  byId(symbolId: number): ContractInfo;
}

export interface PerpetualFollower {
  current(): PerpetualListings;
  stop(): void;
}

/** Only the system lists contracts and changes their states. */
const CHANGES = new Set<KernelEvent['type']>(['catalogue', 'perpetualState']);

/** A name without what separates its parts: BTCUSDT of btc/usdt-perp. */
function plainName(name: string): string {
  const letters = name.replace(/[/_-]/g, '').toUpperCase();
  return letters.endsWith('PERP') ? letters.slice(0, -'PERP'.length) : letters;
}

/** The listings made of a list of contracts. */
export function perpetualListings(contracts: readonly ContractInfo[]): PerpetualListings {
  const byName = new Map(contracts.map((contract) => [plainName(contract.name), contract]));
  const byId = new Map(contracts.map((contract) => [contract.symbolId, contract]));
  return {
    contracts,
    find: (name) => byName.get(plainName(name)) ?? null,
    contract(name) {
      const contract = byName.get(plainName(name));
      if (contract === undefined) throw new Refusal('UNKNOWN_SYMBOL');
      return contract;
    },
    byId(symbolId) {
      const contract = byId.get(symbolId);
      if (contract === undefined) throw new Error(`no contract ${symbolId} is listed`);
      return contract;
    },
  };
}

/** Copies the listed contracts, and copies them again whenever a committed batch changes them. */
export async function followPerpetuals(
  core: CoreLink,
  onError: (error: unknown) => void,
): Promise<PerpetualFollower> {
  return keepCopy(core, {
    load: async () => perpetualListings(await core.ask('listedContracts')),
    touches: (batch) => hasSystemEvent(batch, CHANGES),
    onError,
  });
}
