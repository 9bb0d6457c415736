import type { Committed, Submission } from '@candor/journal';
import { timedKey } from '@candor/rules';
import type { Random } from '../../tools/workload/random.ts';
import { textOf } from './audit/books.ts';
import { type Act, must, words } from './product.ts';

const DAY_MS = 86_400_000;

/** One thing that somebody wants done, however often it is sent. */
export interface Request {
  readonly submission: Submission;
  readonly madeMs: number;
  /** Another's key with a body of its own. */
  readonly isForged: boolean;
  /** Sent and not answered yet, so many times. */
  underWay: number;
  /** The first answer that stood. */
  answer: Committed | null;
  /** True if the last that was heard leaves open what became of it. */
  isUnknown: boolean;
}

/**
 * The people behind the commands. Each act carries a key; what has no answer is sent again under it, some things are
 * sent twice or late, and some keys come back with another body. All answers to one request must be the same.
 */
export class Clients {
  /** The requests to send again. */
  readonly unanswered: Request[] = [];
  readonly met = new Map<string, number>();
  private readonly recent: Request[] = [];
  private readonly random: Random;
  private made = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** A request for an act; what the system does has no key and is not sent twice. */
  request(act: Act, nowMs: number): Request {
    const key = act.userId === 0 ? null : `a:${timedKey(nowMs, String(++this.made))}`;
    const bodyHash = key === null ? null : this.made.toString(16).padStart(8, '0');
    const request: Request = {
      submission: { userId: act.userId, key, bodyHash, body: act.body },
      madeMs: nowMs,
      isForged: false,
      underWay: 0,
      answer: null,
      isUnknown: false,
    };
    if (key !== null) {
      this.recent.push(request);
      if (this.recent.length > 200) this.recent.shift();
    }
    return request;
  }

  /** Something that was sent before, to be sent once more; null when there is none. */
  duplicate(): Request | null {
    if (this.recent.length === 0) return null;
    this.meet('sent once more later');
    return this.random.pick(this.recent);
  }

  /** A used key with another body, which must never be done; null when none was used yet. */
  forged(): Request | null {
    const used = this.recent.filter((request) => request.answer !== null);
    if (used.length === 0) return null;
    const { submission, madeMs } = this.random.pick(used);
    return {
      submission: { ...submission, bodyHash: 'ffffffff', body: { type: 'cancelAll', symbolId: null } },
      madeMs,
      isForged: true,
      underWay: 0,
      answer: null,
      isUnknown: false,
    };
  }

  answered(request: Request, answer: Committed): void {
    request.isUnknown = false;
    if (request.isForged) {
      const { outcome } = answer;
      const isRefused = !outcome.ok && /^KEY_(REUSED_WITH_OTHER_BODY|EXPIRED)$/.test(outcome.code);
      this.meet('a used key with another body');
      must(isRefused, 'a used key serves no other body', () => words([request.submission, outcome]));
      return;
    }
    const first = request.answer;
    request.answer ??= answer;
    if (first === null || request.submission.key === null) return;
    if (answer.timeMs - request.madeMs >= 7 * DAY_MS) return;
    must(
      textOf(first.outcome) === textOf(answer.outcome),
      'the same key gets the same answer',
      () => `${words(request.submission)}: ${words(first)}, then ${words(answer)}`,
    );
    this.meet('same answer');
  }

  meet(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
  }

  /** Nobody can say what became of it: it is sent again, if it has a key. */
  unknown(request: Request): void {
    if (request.submission.key !== null) this.meet('sent again without an answer');
    request.isUnknown = true;
    this.again(request);
  }

  again(request: Request): void {
    if (request.submission.key === null || request.isForged || request.answer !== null) return;
    if (!this.unanswered.includes(request)) this.unanswered.push(request);
  }
}
