import type { CommittedBatch } from '@candor/journal';
import { type Command, MAX_USER_ID, type Unstamped } from '@candor/kernel';
import { COMMANDS, type CommandFacts } from '@candor/products';

/** Roles of processes connected to the core. The core accepts only the commands and queries of the role. */
export const LINE_ROLES = ['recorder', 'door', 'house', 'console', 'history', 'chain', 'jobs'] as const;
export type LineRole = (typeof LINE_ROLES)[number];

/**
 * Says which committed batches wake a process at once. Others it hears of with the next status, at most a second later,
 * and before any answer. `all`: it shows them to somebody. `acts`: it keeps copies of what is listed, and a batch of
 * index ticks and the house's quotes alone lists nothing; an operator sees an act's effect as soon as the act is
 * answered, and that answer comes by the bus. `none`: it keeps such copies and shows them to nobody at once.
 */
export type Waking = 'all' | 'acts' | 'none';

const WAKING: Partial<Readonly<Record<LineRole, Waking>>> = { console: 'acts', jobs: 'none' };

/** Returns which committed batches wake a process of this role at once. */
export const wakingOf = (role: LineRole): Waking => WAKING[role] ?? 'all';

const factsOf = ({ type }: Command): CommandFacts => COMMANDS[type];

/** Returns true if all commands of a batch are index ticks and quotes, which come four times a second. */
export const isRoutine = ({ commands }: CommittedBatch): boolean =>
  commands.every(({ envelope }) => factsOf(envelope.body).isRoutine === true);

/** Returns true if a process of this role may send this command for this user. */
export function maySubmit(role: LineRole, { userId, body }: Unstamped, houseUserId: number): boolean {
  const { sender } = factsOf(body);
  const isHouse = userId === houseUserId;
  switch (role) {
    case 'recorder':
      return sender === 'recorder' && userId === 0;
    case 'door':
      return (
        sender === 'user' && !isHouse && Number.isSafeInteger(userId) && userId > 0 && userId <= MAX_USER_ID
      );
    case 'house':
      return isHouse ? sender === 'user' || sender === 'quotes' : sender === 'system' && userId === 0;
    case 'console':
    case 'history':
    case 'chain':
    case 'jobs':
      return false;
  }
}
