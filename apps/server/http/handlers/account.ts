import type { IncomingHttpHeaders } from 'node:http';
import type { Calls, Session as SessionData, UserInfo } from '@candor/contract';
import { type Entrance, maskedAccount, type NewSession, type Session } from '../../identity/index.ts';
import { Refusal } from '../../refusal.ts';
import { refuseLate } from '../../usecases/index.ts';
import type { Handlers } from '../context.ts';
import { deviceCookie, deviceOf, noSessionCookie, sessionCookie } from '../cookie.ts';
import type { Services } from '../services.ts';

type AccountCalls = Pick<
  Calls,
  | 'register'
  | 'login'
  | 'getInfo'
  | 'refreshToken'
  | 'logout'
  | 'setLanguage'
  | 'getLoginDevice'
  | 'deleteDevice'
>;

export function accountHandlers({
  identity,
  balances,
  secure,
  now,
}: Services): Handlers<AccountCalls, Session> {
  const opened = (session: NewSession, setHeader: (name: string, value: string) => void): SessionData => {
    setHeader('set-cookie', sessionCookie(session, secure));
    return {
      satoken: session.token,
      userId: session.userId,
      issuedAt: session.issuedAtMs,
      expiresAt: session.expiresAtMs,
    };
  };

  const entered = (entrance: Entrance, setHeader: (name: string, value: string) => void): SessionData => {
    setHeader('set-cookie', deviceCookie('device', entrance.device, secure));
    return opened(entrance.session, setHeader);
  };
  const deviceToken = (headers: IncomingHttpHeaders) => deviceOf('device', headers, secure);

  return {
    async register({ body, ip, headers, language, setHeader }) {
      refuseLate(now());
      const { type, account, password, confirmPassword, invite_code = '' } = body;
      const entrance = await identity.register(
        {
          type,
          account,
          password,
          confirmPassword,
          inviteCode: invite_code === '' ? null : invite_code,
          language,
        },
        { ip, deviceToken: deviceToken(headers) },
      );
      return entered(entrance, setHeader);
    },
    async login({ body, ip, headers, setHeader }) {
      return entered(await identity.login(body, { ip, deviceToken: deviceToken(headers) }), setHeader);
    },
    async getInfo({ session, token }) {
      const user = await identity.user(session.userId);
      if (user === null) throw new Refusal('SIGNED_OUT');
      const info: UserInfo = {
        userId: user.userId,
        id: user.userId,
        account: user.account,
        email: user.email,
        phone: user.phone,
        maskedAccount: maskedAccount(user),
        avatar: null,
        satoken: token ?? '',
        is_merchant: 1,
        merchant: null,
        vip: false,
        creditScore: null,
        invite_code: user.inviteCode,
        promotionLink: `/user/register?invite_code=${user.inviteCode}`,
        walletAddress: null,
        language: user.language,
        accountOpen: await balances.accountOpen(user.userId),
        createTime: user.createdMs,
      };
      return { user: info };
    },
    async refreshToken({ session, setHeader }) {
      return opened(await identity.sessions.refresh(session), setHeader);
    },
    async logout({ session, setHeader }) {
      await identity.sessions.end(session);
      setHeader('set-cookie', noSessionCookie(secure));
      return null;
    },
    async getLoginDevice({ session, headers }) {
      const [devices, current] = await Promise.all([
        identity.devices.list(session.userId),
        identity.devices.find(deviceToken(headers), session.userId),
      ]);
      return devices.map(({ id, knownSinceMs, lastUsedMs }) => ({
        id,
        createTime: knownSinceMs,
        lastTime: lastUsedMs,
        current: id === current,
      }));
    },
    async deleteDevice({ session, params }) {
      await identity.devices.forget(session.userId, params.id);
      return null;
    },
    async setLanguage({ session, body }) {
      refuseLate(now());
      await identity.setLanguage(session.userId, body.language);
      return null;
    },
  };
}
