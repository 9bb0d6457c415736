import {
  type Calls,
  type Client,
  type Notice,
  type NoticeGroup,
  type NoticeKind,
  type NoticeMessage,
  type NoticesReadMessage,
  noticeKinds,
} from '@candor/api';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccountData } from './account-data.ts';
import { Listeners } from './market/listeners.ts';
import { queryKeys } from './query-keys.ts';

/** Notices that the bell shows. */
export const LATEST_NOTICES = 20;

/** Unread notices that came while no page of this device could show them. */
export interface NoticesAway {
  readonly count: number;
  /** The newest of them, newest first. */
  readonly notices: readonly Notice[];
}

export interface NoticesState {
  /** Null until it is known. */
  readonly unread: number | null;
  /** Newest first; null until they are known. */
  readonly latest: readonly Notice[] | null;
  /** Notices that came while the user was away, until they are said. */
  readonly away: NoticesAway | null;
}

/** Notices to mark as read: those of some ids, or all up to one, of a group or of all. */
export type ReadNotices =
  | { readonly ids: number[] }
  | { readonly upTo: number; readonly group?: NoticeGroup | undefined };

export interface NoticesData {
  readonly store: StoreApi<NoticesState>;
  /** Marks notices as read, here at once and then on all devices. Rejects with what the call was refused for. */
  read(what: ReadNotices): Promise<void>;
  /** Calls the listener with each notice that is to be announced. Returns the end of it. */
  onAnnounced(listener: (message: NoticeMessage) => void): () => void;
  /** Notices of an event that the page itself says: of a kind while it is shown, or of an order of the user's own act. */
  readonly saidHere: SaidHere;
  /** Marks the notices that came while the user was away as said. */
  saidAway(): void;
  /** Forgets everything, at the end of a session. */
  forget(): void;
}

/** Marks of what the page says by itself, so that no toast says it twice. */
export interface SaidHere {
  /** Until the returned function is called, notices of the kind make no toast. */
  kind(kind: NoticeKind): () => void;
  /** The page has said that an order which was just placed is filled. */
  filled(product: 'spot' | 'contract', orderId: number): void;
  has(notice: Notice): boolean;
}

const MOST_ORDERS = 50;

export function createSaidHere(): SaidHere {
  const kinds = new Map<NoticeKind, number>();
  const orders = new Set<string>();
  return {
    kind(kind) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      return () => void kinds.set(kind, (kinds.get(kind) ?? 1) - 1);
    },
    filled(product, orderId) {
      orders.add(`${product} ${orderId}`);
      const [oldest] = orders;
      if (orders.size > MOST_ORDERS && oldest !== undefined) orders.delete(oldest);
    },
    has(notice) {
      if ((kinds.get(notice.kind) ?? 0) > 0) return true;
      if (notice.kind !== 'order-filled') return false;
      return orders.delete(`${notice.facts.product} ${notice.facts.orderId}`);
    },
  };
}

const EMPTY: NoticesState = { unread: null, latest: null, away: null };
/** Least number of notices that came while the user was away and get a card; of fewer the badge is enough. */
const MANY = 3;

/** Notices of the kinds that this page knows: one that was opened before an upgrade of its server has no words for newer ones. */
export const knownOf = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter(({ kind }) => Object.hasOwn(noticeKinds, kind));

/** The latest notices with one more, which takes the place of an earlier one of the same event. */
export function withNotice(latest: readonly Notice[], notice: Notice): readonly Notice[] {
  const held = latest.find(({ key }) => key === notice.key);
  if (held !== undefined && held.id > notice.id) return latest;
  return [notice, ...latest.filter(({ key }) => key !== notice.key)]
    .sort((left, right) => right.id - left.id)
    .slice(0, LATEST_NOTICES);
}

type ReadMark = Pick<NoticesReadMessage, 'ids' | 'upTo' | 'group'>;

/** True if a mark covers a notice; `groupOf` names the group of its kind. */
function isRead(
  { id, kind }: Notice,
  { ids, upTo, group }: ReadMark,
  groupOf: (kind: NoticeKind) => NoticeGroup,
): boolean {
  return ids.includes(id) || (id <= upTo && (group === null || groupOf(kind) === group));
}

/** The latest notices with those marked that were read. */
export function withRead(
  latest: readonly Notice[],
  mark: ReadMark,
  groupOf: (kind: NoticeKind) => NoticeGroup,
): readonly Notice[] {
  return latest.map((notice) =>
    !notice.read && isRead(notice, mark, groupOf) ? { ...notice, read: true } : notice,
  );
}

const DEPOSITS: readonly QueryKey[] = [queryKeys.deposits, queryKeys.balances, queryKeys.bills];
const WITHDRAWALS: readonly QueryKey[] = [queryKeys.withdrawals, queryKeys.balances, queryKeys.bills];

/** Queries of the pages that show an event: fetched again when its notice comes, so that they change by themselves. */
const touched: Readonly<Partial<Record<NoticeKind, readonly QueryKey[]>>> = {
  'deposit-seen': DEPOSITS,
  'deposit-held': DEPOSITS,
  'deposit-credited': DEPOSITS,
  'deposit-taken-back': DEPOSITS,
  'deposit-declined': DEPOSITS,
  'withdrawal-sent': WITHDRAWALS,
  'withdrawal-done': WITHDRAWALS,
  'withdrawal-declined': WITHDRAWALS,
  'withdrawal-held': WITHDRAWALS,
  'loan-decided': [queryKeys.loans],
  'loan-paid-out': [queryKeys.loans, queryKeys.balances, queryKeys.bills],
  'loan-due-soon': [queryKeys.loans],
  'loan-due': [queryKeys.loans, queryKeys.balances, queryKeys.bills],
  'loan-collected': [queryKeys.loans, queryKeys.balances, queryKeys.bills],
  'loan-overdue': [queryKeys.loans],
  'loan-settled': [queryKeys.loans, queryKeys.balances, queryKeys.bills],
  'staking-matured': [queryKeys.staking, queryKeys.balances, queryKeys.bills],
  'staking-renewal-off': [queryKeys.staking],
  'listing-asked': [queryKeys.listings],
  'listing-decided': [queryKeys.listings, queryKeys.touches],
  'finance-matured': [queryKeys.finance, queryKeys.balances, queryKeys.bills],
  'mining-join': [queryKeys.mining],
  'mining-pool': [queryKeys.mining],
  'mining-wallet': [queryKeys.mining],
  'referral-rebate': [queryKeys.promotion, queryKeys.balances, queryKeys.bills],
  'agent-share': [queryKeys.promotion],
  correction: [queryKeys.balances, queryKeys.bills, queryKeys.touches],
  'identity-decided': [queryKeys.certification, queryKeys.withdrawals, queryKeys.touches],
  'new-device': [queryKeys.devices, queryKeys.logins],
  'factor-changed': [queryKeys.security, queryKeys.contacts, queryKeys.withdrawals],
  'terms-changed': [queryKeys.termsState, queryKeys.termsChanges],
  'price-alert': [queryKeys.priceAlerts],
};

export interface NoticesDeps {
  readonly client: Client<Calls>;
  readonly account: Pick<AccountData, 'onNotice' | 'onBegun'>;
  readonly queries: Pick<QueryClient, 'invalidateQueries'>;
  readonly groupOf: (kind: NoticeKind) => NoticeGroup;
  /** Id of the newest notice that a page of this device had for the user; 0 for none. */
  readonly seen: { read(): number; write(id: number): void };
  readonly onProblem: (error: unknown) => void;
}

/** The signed-in user's notices, kept in step by the private socket. */
export function createNotices(deps: NoticesDeps): NoticesData {
  return new OwnNotices(deps);
}

class OwnNotices implements NoticesData {
  readonly store = createStore<NoticesState>(() => EMPTY);
  readonly saidHere = createSaidHere();
  readonly #deps: NoticesDeps;
  readonly #announced = new Listeners<[message: NoticeMessage]>();
  /** Counts what may change the answer to a call under way. */
  #changes = 0;
  #sessions = 0;
  /** True once the latest notices were fetched in this session. */
  #isKnown = false;

  constructor(deps: NoticesDeps) {
    this.#deps = deps;
    deps.account.onBegun(() => this.#begin());
    deps.account.onNotice((message) => {
      if (message.type === 'noticesRead') this.#mark(message, message.unread);
      else this.#receive(message);
      this.#fetchAgain(queryKeys.notices);
    });
  }

  readonly onAnnounced = this.#announced.add;

  readonly read = async (what: ReadNotices): Promise<void> => {
    const mark =
      'ids' in what
        ? { ids: what.ids, upTo: 0, group: null }
        : { ids: [], upTo: what.upTo, group: what.group ?? null };
    this.#mark(mark, null);
    const body =
      'ids' in what ? what : { upTo: what.upTo, ...(what.group === undefined ? {} : { group: what.group }) };
    const session = this.#sessions;
    try {
      await this.#deps.client.call('readNotices', { body });
    } finally {
      if (session === this.#sessions) this.#begin();
    }
  };

  readonly saidAway = (): void => this.store.setState({ away: null });

  readonly forget = (): void => {
    this.#sessions += 1;
    this.#isKnown = false;
    this.store.setState(EMPTY);
  };

  #begin(): void {
    this.#changes += 1;
    this.#fetchLatest()
      .then(() => this.#lookBack())
      .catch(this.#deps.onProblem);
    this.#fetchAgain(queryKeys.notices);
  }

  #receive(message: NoticeMessage): void {
    const { seen } = this.#deps;
    this.#changes += 1;
    if (knownOf([message.notice]).length === 0) {
      this.store.setState({ unread: message.unread });
      return;
    }
    this.store.setState(({ latest }) => ({
      latest: withNotice(latest ?? [], message.notice),
      unread: message.unread,
    }));
    // before the first answer of the call, what is older than this one is not known yet
    if (this.#isKnown) seen.write(Math.max(message.notice.id, seen.read()));
    for (const queryKey of touched[message.notice.kind] ?? []) this.#fetchAgain(queryKey);
    if (message.toast || message.sound) this.#announced.call(message);
  }

  #mark(mark: ReadMark, unread: number | null): void {
    this.#changes += 1;
    this.store.setState(({ latest, ...state }) => ({
      latest: latest === null ? null : withRead(latest, mark, this.#deps.groupOf),
      unread: unread ?? state.unread,
    }));
  }

  #fetchAgain(queryKey: QueryKey): void {
    void this.#deps.queries.invalidateQueries({ queryKey });
  }

  async #fetchLatest(): Promise<void> {
    const [before, session] = [this.#changes, this.#sessions];
    const { records, unread } = await this.#deps.client.call('getNotices', {
      query: { pageSize: String(LATEST_NOTICES) },
    });
    if (session !== this.#sessions) return;
    if (this.#changes === before) this.store.setState({ latest: knownOf(records), unread });
    else await this.#fetchLatest();
  }

  async #lookBack(): Promise<void> {
    const { client, seen } = this.#deps;
    this.#isKnown = true;
    const { latest } = this.store.getState();
    const [newest] = latest ?? [];
    if (latest === null || newest === undefined) return;
    const [after, session] = [seen.read(), this.#sessions];
    seen.write(Math.max(newest.id, after));
    const notices = latest.filter(({ id, read }) => !read && id > after);
    if (notices.length < MANY) return;
    const count =
      notices.length < LATEST_NOTICES
        ? notices.length
        : (await client.call('getUnreadNotices', { query: { after: String(after) } })).since;
    if (session === this.#sessions) this.store.setState({ away: { count, notices } });
  }
}
