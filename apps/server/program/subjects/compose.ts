import type { Calls } from '@candor/api';
import { aloneAtDoor, type ShareLimit } from '../../base/limits/shared-limits.ts';
import { createActLimit, limitActs } from '../../engine/acts/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import type { OpenLiveFeed } from '../../gateway/realtime/index.ts';
import { guardFeatures } from '../../users/features/index.ts';
import type { Session } from '../../users/identity/index.ts';
import { subjects } from './list.ts';
import type { Union } from './union.ts';

type Listed = (typeof subjects)[number];

/** All services that the handlers of the listed subjects need. */
export type Services = Union<Parameters<Listed['handlers']>[0]>;

/** The same, before a day's acts are limited. */
export interface OpenServices extends Omit<Services, 'acts'> {
  readonly actsPerUserAndDay: number;
  readonly actsPerAddressAndDay: number;
  /** Shares the limit with the other doors; without it, it counts this door only. */
  readonly share?: ShareLimit | undefined;
}

/** Makes the handlers of all calls. Each act is counted before its handler reaches the core. */
export function composeHandlers(services: OpenServices): Handlers<Calls, Session> {
  const { actsPerUserAndDay, actsPerAddressAndDay, share = aloneAtDoor } = services;
  const most = { perUser: actsPerUserAndDay, perAddress: actsPerAddressAndDay };
  const acts = createActLimit(most, services.now, share('acts'));
  const core: CoreLink = limitActs(services.core, acts);
  const handlers = unionOf(subjects.map((subject) => subject.handlers({ ...services, core, acts } as never)));
  return guardFeatures(handlers, services.features);
}

/** A call without a handler is a type error here. */
function unionOf(handlers: readonly ReturnType<Listed['handlers']>[]): Handlers<Calls, Session> {
  return Object.assign({}, ...handlers) as Union<ReturnType<Listed['handlers']>>;
}

/** The messages to sockets of all subjects. */
export const liveFeeds: readonly OpenLiveFeed[] = subjects.flatMap(({ feed }) =>
  feed === undefined ? [] : [feed],
);
