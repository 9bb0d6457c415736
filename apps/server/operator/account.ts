import type { accountDeskCalls, Call } from '@candor/api';
import type { CallContext } from '../http/context.ts';
import { deviceCookie, deviceOf } from '../http/cookie.ts';
import type { Visitor } from '../identity/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';

export function accountDesk({ operators, secure }: DeskDeps): DeskHandlers<typeof accountDeskCalls> {
  const { people } = operators;
  const visitorOf = ({ ip, headers }: Pick<CallContext<Call, unknown>, 'ip' | 'headers'>): Visitor => ({
    ip,
    deviceToken: deviceOf('operator-device', headers, secure),
  });
  return {
    async operatorLogin({ body, ...from }) {
      const { name, password } = body;
      const { expiresAtMs, ...step } = await people.login(name, password, visitorOf(from));
      return { ...step, expiresAt: expiresAtMs };
    },
    async operatorSecondFactor({ body, setHeader, ...from }) {
      const { ticket, code, newPassword } = body;
      const { token, session, device } = await people.secondFactor(
        ticket,
        code,
        visitorOf(from),
        newPassword,
      );
      setHeader('set-cookie', deviceCookie('operator-device', device, secure));
      const { operatorId, name, role, expiresAtMs } = session;
      return { token, operator: { operatorId, name, role }, expiresAt: expiresAtMs };
    },
    async changeOperatorPassword({ session, body, ...from }) {
      return { endedSessions: await people.changePassword(session, body, visitorOf(from)) };
    },
    async getOperatorDevices({ session, ...from }) {
      const devices = await people.devices(session, visitorOf(from));
      return devices.map(({ id, knownSinceMs, lastUsedMs, current }) => ({
        ...{ id, current },
        createTime: knownSinceMs,
        lastTime: lastUsedMs,
      }));
    },
    async forgetOperatorDevice({ session, params }) {
      await people.forgetDevice(session, params.id);
      return null;
    },
    async operatorLogout({ session }) {
      await people.logout(session);
      return null;
    },
    getOperator: ({ session: { operatorId, name, role, expiresAtMs } }) => ({
      ...{ operatorId, name, role },
      expiresAt: expiresAtMs,
    }),
  };
}
