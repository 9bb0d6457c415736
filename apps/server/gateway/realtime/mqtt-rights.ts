import { topics } from '@candor/api';
import type { AedesOptions, AuthenticateError, Client } from 'aedes';
import type { Counters } from './counters.ts';
import type { MqttStream } from './mqtt-stream.ts';
import type { Refused } from './refused.ts';
import type { Sessions } from './sessions.ts';

export interface MqttRightsDeps {
  readonly sessions: Sessions;
  /** Charges a user for an account that is read; false beyond the user's budget. */
  readonly affordsSnapshot: (userId: number) => boolean;
  /** The user whose hints of conversations a topic carries; null for a topic that is nobody's. */
  readonly chatOwner: (topic: string) => Promise<number | null>;
  /** The user whom a merchant's number names; null for nobody. */
  readonly merchantOwner: (merchantId: number) => Promise<number | null>;
  readonly counters: Counters;
  /** While this returns false, new connections are refused. */
  readonly inStep: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** The users that clients signed in as; a client of the public topics alone has none. */
export type Identities = WeakMap<Client, { readonly userId: number; readonly token: string }>;

/** CONNACK: bad user name or password. */
const BAD_CREDENTIALS = 4;
const SERVER_UNAVAILABLE = 3;
/** The key of a user's hints of conversations. */
const CHAT_TOPIC = /^chat_[0-9a-f]{32}$/;
/** Messages for a user, or for a merchant by the merchant's own number. */
const REFRESH_TOPIC = /^refresh_(\d{1,15})$/;

/** Notes in the log what a client was refused. */
const refusedTo = (client: Client): Refused => (client.conn as MqttStream).refused;

const refusal = (message: string, returnCode: number): AuthenticateError =>
  Object.assign(new Error(message), { returnCode });

/** Signs a client in by a user's number and token, or without both for the public topics. */
function authenticate(
  deps: MqttRightsDeps,
  identities: Identities,
): NonNullable<AedesOptions['authenticate']> {
  const { sessions, counters, onError } = deps;
  return (client, username, password, done) => {
    const unavailable = (): void => done(refusal('server unavailable', SERVER_UNAVAILABLE), false);
    if (username === undefined && password === undefined) {
      if (deps.inStep()) done(null, true);
      else unavailable();
      return;
    }
    const token = password?.toString() ?? '';
    sessions.authenticate(token).then(
      (session) => {
        if (!deps.inStep()) unavailable();
        else if (session !== null && String(session.userId) === username) {
          if (!deps.affordsSnapshot(session.userId)) {
            counters.droppedRate += 1;
            refusedTo(client)('RATE_LIMITED', session.userId);
            unavailable();
            return;
          }
          identities.set(client, { userId: session.userId, token });
          done(null, true);
        } else {
          counters.authFailures += 1;
          refusedTo(client)(session === null ? 'SIGNED_OUT' : 'NOT_PERMITTED', session?.userId);
          done(refusal('bad user name or password', BAD_CREDENTIALS), false);
        }
      },
      (error: unknown) => {
        onError(error);
        unavailable();
      },
    );
  };
}

/** Lets a client read the public topics, and those of its own user. */
function authorizeSubscribe(
  deps: MqttRightsDeps,
  identities: Identities,
): NonNullable<AedesOptions['authorizeSubscribe']> {
  return (client, subscription, done) => {
    const { topic } = subscription;
    const userId = identities.get(client)?.userId ?? null;
    const answer = (allowed: boolean): void => {
      if (!allowed)
        refusedTo(client)(userId === null ? 'SIGNED_OUT' : 'NOT_PERMITTED', userId, topicName(topic));
      done(null, allowed ? subscription : null);
    };
    const merchantId = Number(REFRESH_TOPIC.exec(topic)?.[1] ?? userId);
    const isMerchants = userId !== null && merchantId !== userId;
    if (userId === null || !(isMerchants || CHAT_TOPIC.test(topic))) return answer(mayRead(topic, userId));
    const owned = isMerchants ? deps.merchantOwner(merchantId) : deps.chatOwner(topic);
    owned.then(
      (owner) => answer(owner === userId),
      (error: unknown) => {
        deps.onError(error);
        answer(false);
      },
    );
  };
}

/** The rights of MQTT clients, as the broker asks for them. */
export const mqttRights = (
  deps: MqttRightsDeps,
  identities: Identities,
): Pick<AedesOptions, 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'> => ({
  authenticate: authenticate(deps, identities),
  // the guard cuts off who publishes: this is the will of a client that is gone
  authorizePublish(client, _packet, done) {
    if (client !== null) refusedTo(client)('NOT_PERMITTED', identities.get(client)?.userId, 'MQTT publish');
    done(new Error('clients do not publish here'));
  },
  authorizeSubscribe: authorizeSubscribe(deps, identities),
});

/** The name of a topic in the log; of one that is none of ours, nothing that the client wrote. */
function topicName(topic: string): string {
  const ours = /^(refresh_\d{1,15}|user\/\d{1,15}\/(\w{1,16}|\+|#))$/.test(topic);
  if (CHAT_TOPIC.test(topic)) return 'MQTT topic of hints';
  return ours ? `MQTT ${topic}` : 'MQTT topic that does not exist';
}

/** Public topics by anybody; a user's topics by that user, singly or by a wildcard that stays below them. */
function mayRead(topic: string, userId: number | null): boolean {
  if (topic === topics.allSymbolDetail) return true;
  if (userId === null) return false;
  return (
    topic === topics.refresh(userId) ||
    topic === topics.orders(userId) ||
    topic === topics.balances(userId) ||
    topic === topics.fills(userId) ||
    topic === topics.seconds(userId) ||
    topic === topics.margin(userId) ||
    topic === topics.contracts(userId) ||
    topic === topics.notices(userId) ||
    topic === topics.chat(userId) ||
    topic === `user/${userId}/+` ||
    topic === `user/${userId}/#`
  );
}
