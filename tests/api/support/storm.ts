/** A storm of messages in conversations of two, seen by their pages. It runs in any process that reaches the house. */
import { type Calls, createClient, routes } from '@candor/api';
import { type Network, Page, randomOf, type StormUser } from './storm-pages.ts';

/** A part of the storm: its conversations, and the pace of their messages. */
export interface StormPlan {
  readonly url: string;
  readonly seed: number;
  /** The two users of each conversation, and the conversation's key. */
  readonly pairs: readonly { readonly users: readonly [StormUser, StormUser]; readonly chatKey: string }[];
  readonly messagesEach: number;
  /** Messages a second, where the machine can do as many; null sends each as soon as an earlier one is answered. */
  readonly perSecond: number | null;
}

export interface StormFigures {
  readonly messages: number;
  /** Messages that pages show, all together. */
  readonly shown: number;
  readonly hints: number;
  readonly cuts: number;
  /** Times that a line has begun after its first time. */
  readonly reconnects: number;
  /** Requests and answers that were lost. */
  readonly lost: number;
  /** From the first message sent until the last was answered. */
  readonly sendingSeconds: number;
  /** From then until each page showed all, over a line that stands. */
  readonly settlingSeconds: number;
  readonly faults: readonly string[];
}

/** Pages that open at once. */
const OPENING_AT_ONCE = 20;
/** Messages that may be without an answer at once: a slow machine is sent fewer a second, and none in vain. */
const UNANSWERED_AT_MOST = 40;
/** Chances, for each message, that one line is cut, that a line which is cut is cut silently, and that a page wakes. */
const CUT_RATE = 0.25;
const SILENT_RATE = 0.1;
const WAKE_RATE = 0.1;
const LOSS_RATE = 0.02;
/** Faults that are listed; more of them say nothing new. */
const FAULTS_LISTED = 20;
/** A storm without any progress for this time has failed. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 20;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until nothing is left of `left`. @throws where it has not changed for a long time */
async function untilNone(what: string, left: () => number, detail = () => ''): Promise<void> {
  let last = Number.POSITIVE_INFINITY;
  let untilMs = 0;
  for (let count = left(); count > 0; count = left()) {
    if (count !== last) untilMs = performance.now() + PATIENCE_MS;
    else if (performance.now() > untilMs) throw new Error(`${count} ${what} ${detail()}`);
    last = count;
    await pause(LOOK_MS);
  }
}

async function openAll(pages: readonly Page[]): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let page = pages[next++]; page !== undefined; page = pages[next++]) {
      page.begin();
      const opening = page;
      await untilNone('page did not open', () => (opening.isOpen ? 0 : 1));
    }
  };
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, one));
}

/** Says what pages show that do not show all. */
const incomplete = (pages: readonly Page[], expected: number): string =>
  pages
    .filter(({ shown }) => shown.length < expected)
    .slice(0, FAULTS_LISTED)
    .map(({ user, shown }) => `${user.userId}: ${shown.map(({ number }) => number).join(' ')}`)
    .join('; ');

/** A message of a conversation, as a page or the server shows it. */
export interface Seen {
  readonly number: number;
  readonly content: string;
}

export const textOf = (userId: number, at: number): string => `${userId} says ${at}`;

/**
 * Compares what one reader of a conversation sees with what its users wrote: numbers from 1 without a gap, each text once,
 * the texts of each user in the order in which they were written. Returns what is wrong.
 */
export function faultsOf(
  seen: readonly Seen[],
  { userIds, messagesEach }: { readonly userIds: readonly number[]; readonly messagesEach: number },
): string[] {
  const faults: string[] = [];
  const numbers = seen.map(({ number }) => number);
  if (numbers.some((number, at) => number !== at + 1)) faults.push(`numbers ${numbers.join(' ')}`);
  const known = new Set<string>();
  for (const userId of userIds) {
    const written = Array.from({ length: messagesEach }, (_, at) => textOf(userId, at));
    const found = seen.map(({ content }) => content).filter((content) => written.includes(content));
    for (const text of written) {
      known.add(text);
      const times = found.filter((content) => content === text).length;
      if (times === 0) faults.push(`lost: ${text}`);
      if (times > 1) faults.push(`doubled: ${text}`);
    }
    const once = [...new Set(found)];
    const inOrder = written.filter((text) => once.includes(text));
    if (once.some((text, at) => text !== inOrder[at])) faults.push(`out of order: ${found.join(', ')}`);
  }
  for (const { content } of seen) if (!known.has(content)) faults.push(`never written: ${content}`);
  return faults;
}

/** Sends all messages at the pace of the plan, and cuts lines meanwhile. Returns the number of cuts. */
async function blow(pages: readonly Page[], plan: StormPlan, random: () => number): Promise<number> {
  const { messagesEach, perSecond } = plan;
  const order = pages
    .flatMap((page) => Array.from({ length: messagesEach }, () => ({ page, place: random() })))
    .toSorted((a, b) => a.place - b.place);
  const written = new Map<Page, number>();
  const away: Page[] = [];
  const waitingNow = () => [...written.keys()].reduce((sum, page) => sum + page.waiting, 0);
  let cuts = 0;
  let unanswered = 0;
  const beganMs = performance.now();
  for (const [at, { page }] of order.entries()) {
    const earlyMs = perSecond === null ? 0 : beganMs + (at * 1_000) / perSecond - performance.now();
    if (earlyMs > 0) await pause(earlyMs);
    unanswered += 1;
    if (unanswered > UNANSWERED_AT_MOST) {
      await untilNone('messages have no answer', () => Math.max(0, waitingNow() - UNANSWERED_AT_MOST));
      unanswered = waitingNow() + 1;
    }
    const number = written.get(page) ?? 0;
    written.set(page, number + 1);
    page.chat.sendText(page.user.chatId, textOf(page.user.userId, number));
    if (random() < CUT_RATE) {
      const victim = pages[Math.floor(random() * pages.length)] as Page;
      if (victim.isOnline) {
        victim.cut(random() < SILENT_RATE);
        away.push(victim);
        cuts += 1;
      }
    }
    if (random() < WAKE_RATE) away.splice(Math.floor(random() * away.length), 1)[0]?.wake();
  }
  await untilNone('messages have no answer', waitingNow);
  return cuts;
}

async function listOf(
  url: string,
  { token }: StormUser,
  chatKey: string,
  size: number,
): Promise<readonly Seen[]> {
  const client = createClient<Calls>(routes, {
    baseUrl: url,
    head: 'v1',
    token: () => token,
    language: () => 'en',
    timeoutMs: PATIENCE_MS,
  });
  const body = { after: 0, size };
  return (await client.call('getChatRecord', { params: { chatKey }, body })).records;
}

/** Runs a part of the storm. Resolves once each page shows all messages; its faults say what a page shows wrongly. */
export async function runStorm(plan: StormPlan): Promise<StormFigures> {
  const { url, seed, pairs, messagesEach } = plan;
  const random = randomOf(seed);
  const network: Network = { url, random, lossRate: 0, lost: 0 };
  const groups = pairs.map(({ users, chatKey }) => ({
    users,
    chatKey,
    pages: users.map((user) => new Page(user, network)),
  }));
  const pages = groups.flatMap((group) => group.pages);
  try {
    await openAll(pages);
    const began = pages.reduce((sum, { begun }) => sum + begun, 0);
    const beganMs = performance.now();
    network.lossRate = LOSS_RATE;
    const cuts = await blow(pages, plan, random);
    network.lossRate = 0;
    const sentMs = performance.now();
    const expected = 2 * messagesEach;
    await untilNone(
      'messages are missing on pages',
      () => pages.reduce((sum, { shown }) => sum + Math.max(0, expected - shown.length), 0),
      () => incomplete(pages, expected),
    );
    await untilNone('lines have not begun again', () => pages.filter(({ isOnline }) => !isOnline).length);
    const settledMs = performance.now();
    const faults: string[] = [];
    for (const { users, chatKey, pages: both } of groups) {
      const stored = await listOf(url, users[0], chatKey, expected + 1);
      const terms = { userIds: users.map(({ userId }) => userId), messagesEach };
      for (const seen of [stored, ...both.map(({ shown }) => shown)]) faults.push(...faultsOf(seen, terms));
      const texts = stored.map(({ content }) => content).join();
      for (const { shown, user } of both)
        if (shown.map(({ content }) => content).join() !== texts)
          faults.push(`${user.userId} sees another order than the server’s`);
    }
    const sumOf = (count: (page: Page) => number) => pages.reduce((sum, page) => sum + count(page), 0);
    return {
      messages: pages.length * messagesEach,
      shown: sumOf(({ shown }) => shown.length),
      hints: sumOf(({ hints }) => hints),
      cuts,
      reconnects: sumOf(({ begun }) => begun) - began,
      lost: network.lost,
      sendingSeconds: (sentMs - beganMs) / 1_000,
      settlingSeconds: (settledMs - sentMs) / 1_000,
      faults: faults.slice(0, FAULTS_LISTED),
    };
  } finally {
    for (const page of pages) page.close();
  }
}
