import {
  type Calls,
  type Client,
  type Notice,
  type NoticeKind,
  type NoticeMessage,
  type NoticesReadMessage,
  noticeKinds,
} from '@candor/api';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNotices, LATEST_NOTICES } from './notices.ts';
import { queryKeys } from './query-keys.ts';

const notice = (id: number, kind: NoticeKind = 'order-filled', read = false) =>
  ({ id, key: `k${id}`, kind, read, time: id, facts: {} }) as unknown as Notice;
/** Notices with the ids from one down to another, newest first. */
const from = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, at) => notice(newest - at));

const queries = new QueryClient();
afterEach(() => queries.clear());

function open({ records = [] as readonly Notice[], seenId = 0 } = {}) {
  const server = { records, since: 0 };
  const made: [string, unknown][] = [];
  let [begun, heard]: [() => void, (message: NoticeMessage | NoticesReadMessage) => void] = [
    () => {},
    () => {},
  ];
  let kept = seenId;
  const notices = createNotices({
    client: {
      async call(name: keyof Calls, input: unknown) {
        made.push([name, input]);
        const unread = server.records.filter(({ read }) => !read).length;
        return name === 'getNotices'
          ? { records: server.records, nextCursor: null, unread }
          : { unread, since: server.since, newestId: server.records[0]?.id ?? 0 };
      },
    } as unknown as Client<Calls>,
    account: {
      onBegun: (listener) => {
        begun = listener;
        return () => true;
      },
      onNotice: (listener) => {
        heard = listener;
        return () => true;
      },
    },
    queries,
    groupOf: (kind) => noticeKinds[kind].group,
    seen: {
      read: () => kept,
      write: (id) => {
        kept = id;
      },
    },
    onProblem: (error) => {
      throw error;
    },
  });
  const hear = (of: Notice) =>
    heard({ type: 'notice', t: of.time, notice: of, toast: true, sound: false, unread: 1 });
  const begin = async () => {
    begun();
    await vi.waitFor(() => expect(notices.store.getState().latest).not.toBeNull());
    // what follows the answer runs in its turn
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { notices, server, made, hear, begin, seen: () => kept };
}

const PAGES: readonly (readonly [string, QueryKey, readonly NoticeKind[]])[] = [
  ['the identity check', queryKeys.certification, ['identity-decided']],
  [
    'deposits',
    [...queryKeys.deposits, 'log'],
    ['deposit-seen', 'deposit-credited', 'deposit-taken-back', 'deposit-declined'],
  ],
  [
    'withdrawals',
    [...queryKeys.withdrawals, 'log'],
    ['withdrawal-sent', 'withdrawal-done', 'withdrawal-declined', 'withdrawal-held'],
  ],
];

describe.each(PAGES)('the page of %s', (_name, queryKey, kinds) => {
  it.each(kinds)('changes by itself at a notice of %s', async (kind) => {
    const { hear } = open();
    let state = 'pending';
    const observer = new QueryObserver(queries, {
      queryKey,
      queryFn: async () => state,
      staleTime: Number.POSITIVE_INFINITY,
    });
    const shown: unknown[] = [];
    const end = observer.subscribe(({ data }) => void (shown.at(-1) !== data && shown.push(data)));
    await vi.waitFor(() => expect(shown.at(-1)).toBe('pending'));
    state = 'decided';
    hear(notice(1, 'order-filled'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown.at(-1)).toBe('pending');
    hear(notice(2, kind));
    await vi.waitFor(() => expect(shown.at(-1)).toBe('decided'));
    end();
  });
});

describe('what came while the user was away', () => {
  it('is said once, by its number and its notices', async () => {
    const { notices, begin, seen } = open({ records: from(9, 1), seenId: 4 });
    await begin();
    expect(notices.store.getState().away).toMatchObject({ count: 5, notices: from(9, 5) });
    expect(seen()).toBe(9);
    notices.saidAway();
    await begin();
    expect(notices.store.getState().away).toBeNull();
  });

  it('is counted by the server where the page knows but the newest', async () => {
    const { notices, server, made, begin } = open({ records: from(60, 61 - LATEST_NOTICES), seenId: 3 });
    server.since = 57;
    await begin();
    await vi.waitFor(() => expect(notices.store.getState().away?.count).toBe(57));
    expect(made).toContainEqual(['getUnreadNotices', { query: { after: '3' } }]);
  });

  it('is no news where it is little, read, or was shown here', async () => {
    for (const [records, seenId] of [
      [from(9, 1), 7],
      [from(9, 1).map((each) => ({ ...each, read: true })), 0],
      [from(9, 1), 9],
      [[], 0],
    ] as const) {
      const { notices, begin } = open({ records, seenId });
      await begin();
      expect(notices.store.getState().away).toBeNull();
    }
  });

  it('is what came after the last notice that came to the page', async () => {
    const { notices, server, hear, begin, seen } = open({ records: from(2, 1) });
    await begin();
    hear(notice(3));
    expect(seen()).toBe(3);
    // the connection was gone for a while
    server.records = from(7, 1);
    await begin();
    expect(notices.store.getState().away).toMatchObject({ count: 4 });
  });
});

it('shows no notice of a kind that an older page does not know, and counts it', async () => {
  const newer = notice(9, 'of-another-version' as NoticeKind);
  const { notices, hear, begin } = open({ records: [newer, notice(8)] });
  const announced: number[] = [];
  notices.onAnnounced(({ notice: { id } }) => announced.push(id));
  await begin();
  expect(notices.store.getState()).toMatchObject({ latest: [{ id: 8 }], unread: 2 });
  hear({ ...newer, id: 10 });
  expect(notices.store.getState()).toMatchObject({ latest: [{ id: 8 }], unread: 1 });
  expect(announced).toEqual([]);
});
