import type { CallData, Calls, SecondRow } from '@candor/api';
import type { Listed, PageRequest } from '../../base/records/paging.ts';
import type { SecondsDeps } from './context.ts';
import { readLimits, type SecondLimitsInput, setLimits } from './limits.ts';
import { listOffers, readPool } from './offers.ts';
import { openSecond, type SecondInput } from './opening.ts';
import { listChanges, listSeconds, readReceipt, type SecondsFilter } from './records.ts';

export type { SecondsDeps } from './context.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

/** Second contracts, as users meet them. */
export interface Seconds {
  /** Resolves when the contract is durable, with its signed terms. @throws Refusal also for what the kernel rejects */
  open(
    userId: number,
    input: SecondInput,
    headerKey: string | null,
  ): Promise<Data<'createSecondContractOrder'>>;
  list(userId: number, filter: SecondsFilter, page: PageRequest): Promise<Listed<SecondRow>>;
  /** @throws Refusal SECONDS_UNKNOWN */
  receipt(userId: number, contractId: number): Promise<Data<'getSecondContractReceipt'>>;
  offers(symbol: string | null): Promise<Data<'periodList'>>;
  pool(): Promise<Data<'getSecondContractPool'>>;
  /** Returns the operators' changes, newest first, each with its reason. */
  changes(page: PageRequest): Promise<Data<'getSecondContractChanges'>>;
  limits(userId: number): Promise<Data<'getSecondContractLimits'>>;
  setLimits(userId: number, input: SecondLimitsInput, headerKey: string | null): Promise<void>;
  ticketKey(): Data<'getSecondContractKey'>;
  /** The names of the symbols that contracts are offered on. */
  symbols(): Promise<ReadonlySet<string>>;
}

export function createSeconds(deps: SecondsDeps): Seconds {
  return {
    open: (userId, input, headerKey) => openSecond(deps, userId, input, headerKey),
    list: (userId, filter, page) => listSeconds(deps, userId, filter, page),
    receipt: (userId, contractId) => readReceipt(deps, userId, contractId),
    offers: (symbol) => listOffers(deps, symbol),
    pool: () => readPool(deps),
    changes: (page) => listChanges(deps, page),
    limits: (userId) => readLimits(deps, userId),
    setLimits: (userId, input, headerKey) => setLimits(deps, userId, input, headerKey),
    ticketKey: () => ({ ...deps.tickets.publicKey }),
    async symbols() {
      const { records } = await listOffers(deps, null);
      return new Set(records.map(({ symbol }) => symbol));
    },
  };
}
