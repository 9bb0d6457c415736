import { type apiKeyCalls, factsOf, MAX_DAYS_WITHOUT_ADDRESSES } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import type { Factors } from '../factors/index.ts';
import type { Identity, Session } from '../identity/index.ts';
import type { ApiKeyRoom } from './apikeys.ts';
import { type ApiKey, MAX_KEYS, type NewApiKey } from './keys.ts';

export interface ApiKeyHandlersDeps {
  readonly apiKeys: ApiKeyRoom;
  readonly factors: Pick<Factors, 'notices'>;
  readonly identity: Pick<Identity, 'sessions'>;
  readonly now: () => number;
}

const recordOf = ({ userId: _, createdMs, expiresMs, lastUsedMs, scopes, addresses, ...key }: ApiKey) => ({
  ...key,
  scopes: [...scopes],
  addresses: [...addresses],
  createTime: createdMs,
  expireTime: expiresMs,
  lastTime: lastUsedMs,
});

/** Refuses rights that no key may have. @throws Refusal API_KEY_WITHDRAW_CLOSED, API_KEY_NEEDS_ADDRESSES */
export function refuseRights({ scopes, addresses, expireDays }: NewApiKey): void {
  if (scopes.includes('withdraw')) throw new Refusal('API_KEY_WITHDRAW_CLOSED', { field: 'scopes' });
  const isLong = expireDays === null || expireDays > MAX_DAYS_WITHOUT_ADDRESSES;
  if (addresses.length === 0 && isLong) throw new Refusal('API_KEY_NEEDS_ADDRESSES', { field: 'addresses' });
}

export function apiKeyHandlers({
  apiKeys,
  factors,
  identity,
  now,
}: ApiKeyHandlersDeps): Handlers<typeof apiKeyCalls, Session> {
  return {
    async getApis({ session: { userId }, query }) {
      const list = await apiKeys.list(userId);
      return { list: list.filter(({ id }) => (query.id ?? id) === id).map(recordOf), most: MAX_KEYS };
    },
    createApi({ session: { userId }, body, enter }) {
      refuseRights(body);
      refuseLate(now());
      return apiKeys.db.transaction().execute(async (trx) => {
        await enter.begin(trx);
        const { key, secret } = await apiKeys.create(trx, userId, body);
        const answer = { key: recordOf(key), secret };
        await enter(trx, answer);
        return answer;
      });
    },
    async deleteApi({ session: { userId }, query }) {
      refuseLate(now());
      // doors drop what they keep of the user's keys when they hear of an ended session
      const isDeleted = await apiKeys.db.transaction().execute(async (trx) => {
        const name = await apiKeys.delete(trx, userId, query.id);
        if (name === null) return false;
        await factors.notices.tell(trx, userId, 'securityChanged', {
          act: { name: 'deleteApi', facts: factsOf({ name }) },
        });
        return true;
      });
      if (isDeleted) identity.sessions.sayEnded(userId);
      return null;
    },
  };
}
