import type { EntryFactorKind } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Channel, Codes } from '../../gateway/codes/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import { maskedAccount } from './names.ts';
import type { User } from './users.ts';

type Need = 'always' | 'newDevice' | 'reset';

/** A visitor, as far as limits know it. */
export interface Guest {
  readonly ip: string;
  readonly deviceToken: string | null;
}

/** Source of code tries: a known device of the user by its id, else an address. Neither uses up the other's tries. */
export interface Guesser {
  readonly device: string | null;
  readonly address: string;
}

/** A way to complete a login, or the reset of a password, after its first step. */
export interface EntryFactor {
  readonly kind: EntryFactorKind;
  /** True for one that no login asks for: it is not looked up then. */
  readonly isForResetsOnly?: boolean;
  /**
   * Returns when a login asks for it: `reset` if no login does, null if the user does not have it. A reset asks
   * for whatever there is.
   */
  need(user: User): Promise<Need | null>;
  /** A hint for the user, such as a masked number; '' for none. */
  hint(user: User): string;
  /** Checks a code of whoever holds the ticket `browser`. @throws Refusal for a wrong code */
  check(user: User, code: string, browser: string, guesser: Guesser): Promise<void>;
}

/** The factors that a login or a reset is completed with: those of one list, any of which will do. */
export interface EntryFactors {
  /** Factors of other rooms are added at the start. */
  add(factor: EntryFactor): void;
  /** Those that a login of the user waits for; none if it is complete. */
  ofLogin(user: User, isKnownDevice: boolean): Promise<readonly EntryFactor[]>;
  /** Those beside the contact that a reset begins with. */
  ofReset(user: User, contact: EntryFactorKind): Promise<readonly EntryFactor[]>;
  /** @throws Refusal INVALID_INPUT for one that is not among those that are asked for */
  pick(factors: readonly EntryFactor[], kind: EntryFactorKind): EntryFactor;
}

/** The details of a refusal that names the second step: its ticket, and a hint for each factor that will do. */
export function stepDetails(
  ticket: string,
  factors: readonly EntryFactor[],
  user: User,
): Readonly<Record<string, string>> {
  return { ticket, ...Object.fromEntries(factors.map((factor) => [factor.kind, factor.hint(user)])) };
}

/** Codes by mail and SMS; other rooms add theirs. */
export function createEntryFactors(codes: Codes, messages: Messages): EntryFactors {
  const factors: EntryFactor[] = [
    contactFactor('email', codes, messages),
    contactFactor('phone', codes, messages),
  ];

  async function needs(
    user: User,
    among: readonly EntryFactor[],
  ): Promise<readonly (readonly [EntryFactor, Need])[]> {
    const all = await Promise.all(among.map(async (factor) => [factor, await factor.need(user)] as const));
    return all.flatMap(([factor, need]) => (need === null ? [] : [[factor, need] as const]));
  }

  return {
    add: (factor) => void factors.push(factor),
    async ofLogin(user, isKnownDevice) {
      const had = await needs(
        user,
        factors.filter(({ isForResetsOnly }) => isForResetsOnly !== true),
      );
      const always = had.filter(([, need]) => need === 'always');
      if (always.length > 0) return always.map(([factor]) => factor);
      if (isKnownDevice) return [];
      return had.flatMap(([factor, need]) => (need === 'newDevice' ? [factor] : []));
    },
    async ofReset(user, contact) {
      return (await needs(user, factors)).flatMap(([factor]) => (factor.kind === contact ? [] : [factor]));
    },
    pick(among, kind) {
      const found = among.find((factor) => factor.kind === kind);
      if (found === undefined) throw new Refusal('INVALID_INPUT', { field: 'kind' });
      return found;
    },
  };
}

export const channelOf: Readonly<Record<'email' | 'phone', Channel>> = { email: 'email', phone: 'sms' };

function contactFactor(kind: 'email' | 'phone', codes: Codes, messages: Messages): EntryFactor {
  return {
    kind,
    need: async (user) => (user[kind] === null || !messages.isOpen(channelOf[kind]) ? null : 'newDevice'),
    hint: (user) => maskedAccount({ account: null, email: null, phone: null, [kind]: user[kind] }),
    async check(user, code, browser) {
      const to = user[kind];
      if (to === null) throw new Refusal('CODE_WRONG', { field: 'code' });
      await codes.use({ browser, purpose: 'login', channel: channelOf[kind], to }, code);
    },
  };
}
