import { DEFAULT_AVATAR, type identityCalls, type UserInfo } from '@candor/api';
import { isTimeZone } from '@candor/i18n';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { pageOfRequest } from '../../base/records/paging.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import { noSessionCookie } from '../../gateway/http/cookie.ts';
import type { MessageKind } from '../../gateway/messages/index.ts';
import { createEntrances } from './entrances.ts';
import type { Identity } from './identity.ts';
import { maskedAccount } from './names.ts';
import type { Session } from './sessions.ts';

/** Logins of a page where none is asked for. */
const LOGIN_PAGE = 20;

export interface IdentityHandlersDeps {
  readonly identity: Identity;
  readonly core: Pick<CoreLink, 'ask'>;
  readonly tiers: { readonly isVip: (userId: number) => Promise<boolean> };
  readonly defi: {
    readonly linked: { of(userId: number): Promise<{ readonly address: string } | null> };
  };
  readonly credit: { of(userId: number): Promise<{ readonly score: number }> };
  readonly otc: { readonly merchantIdOf: (userId: number) => Promise<number | null> };
  readonly chat: { readonly topicOf: (userId: number) => Promise<string> };
  readonly files: Pick<Files, 'take' | 'keep' | 'release' | 'link'>;
  readonly factors: {
    readonly notices: {
      tell(trx: Trx, userId: number, kind: MessageKind): Promise<void>;
    };
  };
  readonly secure: boolean;
  readonly now: () => number;
}

type IdentityHandlers = Handlers<typeof identityCalls, Session>;

/** A merchant as its own pages read it: the topics of its orders and of its conversations. Null for anybody else. */
async function merchantOf(
  { core, otc, chat }: IdentityHandlersDeps,
  userId: number,
): Promise<UserInfo['merchant']> {
  if (!(await core.ask('otcIsMerchant', userId))) return null;
  const id = await otc.merchantIdOf(userId);
  return id === null ? null : { id, blade_user_id: userId, chatKey: await chat.topicOf(userId) };
}

/** The account that a session is of, as its own pages read it. @throws Refusal SIGNED_OUT */
async function infoOf(deps: IdentityHandlersDeps, userId: number, token: string | null): Promise<UserInfo> {
  const { identity, core, tiers, credit, defi, files } = deps;
  const user = await identity.user(userId);
  if (user === null) throw new Refusal('SIGNED_OUT');
  const merchant = await merchantOf(deps, user.userId);
  return {
    userId: user.userId,
    id: user.userId,
    account: user.account,
    email: user.email,
    phone: user.phone,
    maskedAccount: maskedAccount(user),
    avatar: identity.avatars.linkOf(files, user.avatar) ?? DEFAULT_AVATAR,
    satoken: token ?? '',
    is_merchant: merchant === null ? 1 : 2,
    merchant,
    vip: await tiers.isVip(user.userId),
    creditScore: (await credit.of(user.userId)).score,
    invite_code: user.inviteCode,
    promotionLink: `/user/register?invite_code=${user.inviteCode}`,
    walletAddress: (await defi.linked.of(user.userId))?.address ?? null,
    language: user.language,
    timeZone: user.timeZone,
    accountOpen: await core.ask('hasAccount', user.userId),
    createTime: user.createdMs,
  };
}

/** Calls by which a person comes and goes. */
function entranceHandlers({
  identity,
  factors,
  secure,
  now,
}: IdentityHandlersDeps): Pick<
  IdentityHandlers,
  'register' | 'login' | 'refreshToken' | 'logout' | 'logoutEverywhere'
> {
  const { visitorOf, opened, entered } = createEntrances(secure);
  return {
    async register({ body, ip, headers, language, setHeader, idempotencyKey }) {
      const {
        type,
        account,
        password,
        confirmPassword,
        code = null,
        invite_code = '',
        termsVersion = null,
      } = body;
      const entrance = await identity.register(
        {
          type,
          account,
          password,
          confirmPassword,
          code,
          inviteCode: invite_code === '' ? null : invite_code,
          language,
          termsVersion,
        },
        visitorOf(ip, headers),
        idempotencyKey,
      );
      return entered(entrance, setHeader);
    },
    async login({ body, ip, headers, setHeader }) {
      return entered(await identity.login(body, visitorOf(ip, headers)), setHeader);
    },
    async refreshToken({ session, setHeader }) {
      return opened(await identity.sessions.refresh(session), setHeader);
    },
    async logout({ session, setHeader }) {
      await identity.sessions.end(session);
      setHeader('set-cookie', noSessionCookie(secure));
      return null;
    },
    async logoutEverywhere({ session, query, setHeader }) {
      refuseLate(now());
      await identity.sessions.endAll(session.userId, {
        endsApiKeys: query.endApiKeys === 'true',
        within: (trx) => factors.notices.tell(trx, session.userId, 'loggedOutEverywhere'),
      });
      setHeader('set-cookie', noSessionCookie(secure));
      return null;
    },
  };
}

/** Calls about the account itself. */
function profileHandlers(
  deps: IdentityHandlersDeps,
): Pick<IdentityHandlers, 'getInfo' | 'uploadAvatar' | 'removeAvatar' | 'setLanguage' | 'setTimeZone'> {
  const { identity, files, now } = deps;
  return {
    getInfo: async ({ session, token }) => ({ user: await infoOf(deps, session.userId, token) }),
    async uploadAvatar({ session, file }) {
      return { avatar: await identity.avatars.set(files, session.userId, file) };
    },
    async removeAvatar({ session }) {
      refuseLate(now());
      await identity.avatars.remove(files, session.userId);
      return null;
    },
    async setLanguage({ session, body }) {
      refuseLate(now());
      await identity.setLanguage(session.userId, body.language);
      return null;
    },
    async setTimeZone({ session, body: { timeZone } }) {
      refuseLate(now());
      if (timeZone !== null && !isTimeZone(timeZone))
        throw new Refusal('INVALID_INPUT', { field: 'timeZone' });
      await identity.setTimeZone(session.userId, timeZone);
      return null;
    },
  };
}

/** Calls about the devices that logged in, and the log of logins. */
function deviceHandlers({
  identity,
  secure,
  now,
}: IdentityHandlersDeps): Pick<
  IdentityHandlers,
  'getLoginDevice' | 'updateDevice' | 'deleteDevice' | 'getLoginLog'
> {
  const { deviceToken } = createEntrances(secure);
  return {
    async getLoginDevice({ session, headers }) {
      const [devices, current] = await Promise.all([
        identity.devices.list(session.userId),
        identity.devices.find(deviceToken(headers), session.userId),
      ]);
      return devices.map(({ id, name, agent, address, knownSinceMs, lastUsedMs, isSignedIn }) => ({
        id,
        name,
        agent,
        address,
        createTime: knownSinceMs,
        lastTime: lastUsedMs,
        signedIn: isSignedIn,
        current: id === current,
      }));
    },
    async updateDevice({ session, body }) {
      refuseLate(now());
      if (!(await identity.devices.rename(session.userId, body.id, body.name)))
        throw new Refusal('NOT_FOUND', { field: 'id' });
      return null;
    },
    async deleteDevice({ session, params }) {
      await identity.devices.remove(session.userId, params.id);
      return null;
    },
    async getLoginLog({ session, query }) {
      const size = Number(query.pageSize ?? LOGIN_PAGE);
      const asked = pageOfRequest({ ...query, pageSize: size + 1 });
      const entries = await identity.devices.logins(session.userId, asked);
      const page = entries.slice(0, size);
      const last = page.at(-1);
      return {
        records: page.map(({ loginId, atMs, address, agent, method, isNewDevice }) => ({
          id: loginId,
          address,
          agent,
          method,
          createTime: atMs,
          newDevice: isNewDevice,
        })),
        nextCursor: last === undefined || entries.length <= size ? null : String(last.loginId),
      };
    },
  };
}

export function identityHandlers(deps: IdentityHandlersDeps): IdentityHandlers {
  return { ...entranceHandlers(deps), ...profileHandlers(deps), ...deviceHandlers(deps) };
}
