import type {
  CallInput,
  Client,
  FinanceZone,
  OperatorCalls,
  OperatorEarnOffer,
  OperatorEarnPool,
  OperatorFinance,
} from '@candor/api';
import type { ActSending } from '@candor/ui';

type Caller = Client<OperatorCalls>;
type Body<Name extends keyof OperatorCalls> =
  CallInput<OperatorCalls[Name]> extends { readonly body: infer Sent } ? Sent : never;

export type EarnPool = OperatorEarnPool;
/** An offer of either product: what only finance products have may be missing. */
export type EarnOffer = OperatorEarnOffer &
  Partial<Pick<OperatorFinance['offers'][number], 'name' | 'zone' | 'lockDays' | 'maxParticipations'>>;

/** Pools and offers, as the desk shows them. */
export interface EarnData {
  readonly practice: boolean;
  readonly now: number;
  readonly pools: readonly EarnPool[];
  readonly offers: readonly EarnOffer[];
}

/** Terms that finance products add to those of all offers. */
export interface OwnTerms {
  readonly name: string;
  readonly zone: FinanceZone;
  readonly lockDays: number;
  readonly maxParticipations: number;
}

/** A desk with offers, for the dialog that ends one of them. */
export interface PoolDesk {
  /** Also the first word of its messages after `console`. */
  readonly id: 'staking' | 'finance' | 'loan';
  /** The room whose words say what the end of an offer means. */
  readonly explains: 'earn' | 'loan';
  readonly close: (
    client: Caller,
    offerId: string,
    body: Body<'closeStakingOffer'>,
    sending: ActSending,
  ) => Promise<unknown>;
}

/** The desk of a product with offers of a fixed rate: its calls, for the dialogs that both desks share. */
export interface EarnDesk extends PoolDesk {
  readonly id: 'staking' | 'finance';
  /** True where an offer has a name, a zone, locked days and a number of participations. */
  readonly hasZones: boolean;
  readonly read: (client: Caller) => Promise<EarnData>;
  readonly offer: (
    client: Caller,
    assetId: string,
    terms: { readonly common: Body<'offerStaking'>; readonly own: OwnTerms },
    sending: ActSending,
  ) => Promise<unknown>;
  readonly fund: (
    client: Caller,
    assetId: string,
    body: Body<'fundStaking'>,
    sending: ActSending,
  ) => Promise<unknown>;
}

export const stakingCalls: EarnDesk = {
  id: 'staking',
  explains: 'earn',
  hasZones: false,
  read: (client) => client.call('getOperatorStaking'),
  offer: (client, assetId, { common }, sending) =>
    client.call('offerStaking', { params: { assetId }, body: common }, sending),
  close: (client, offerId, body, sending) =>
    client.call('closeStakingOffer', { params: { offerId }, body }, sending),
  fund: (client, assetId, body, sending) =>
    client.call('fundStaking', { params: { assetId }, body }, sending),
};

export const financeCalls: EarnDesk = {
  id: 'finance',
  explains: 'earn',
  hasZones: true,
  read: (client) => client.call('getOperatorFinance'),
  offer: (client, assetId, { common, own }, sending) =>
    client.call('offerFinance', { params: { assetId }, body: { ...common, ...own } }, sending),
  close: (client, offerId, body, sending) =>
    client.call('closeFinanceOffer', { params: { offerId }, body }, sending),
  fund: (client, assetId, body, sending) =>
    client.call('fundFinance', { params: { assetId }, body }, sending),
};

/** The end of an offer of power loans, whose other acts have dialogs of their own. */
export const loanCalls: PoolDesk = {
  id: 'loan',
  explains: 'loan',
  close: (client, offerId, body, sending) =>
    client.call('closeLoanOffer', { params: { offerId }, body }, sending),
};
