import { type Call, calls } from '@candor/api';
import type { CallContext, SignedIn } from '../../gateway/http/context.ts';
import type { Features } from './features.ts';

type Opening = Pick<CallContext<Call, SignedIn | null>, 'params' | 'query' | 'body' | 'session'>;
type Handler = (context: Opening) => unknown;

/** Stands before the handlers of opening acts: what is closed in the user's country is refused with the reason. */
export function guardFeatures<Table extends object>(
  handlers: Table,
  features: Pick<Features, 'admit'>,
): Table {
  const guarded = Object.values<Call>(calls).flatMap(({ name, opens }) => {
    if (opens === null) return [];
    const handler = (handlers as Readonly<Record<string, Handler>>)[name];
    if (handler === undefined) throw new Error(`${name} is no call`);
    const guardedHandler: Handler = (context) => {
      const feature = opens(context);
      if (feature === null || context.session === null) return handler(context);
      const waits = features.admit(context.session.userId, feature);
      return waits === undefined ? handler(context) : waits.then(() => handler(context));
    };
    return [[name, guardedHandler] as const];
  });
  return { ...handlers, ...Object.fromEntries(guarded) };
}
