import type { accountDeskCalls, Call } from '@candor/api';
import type { CallContext } from '../../gateway/http/context.ts';
import { deviceCookie, deviceOf } from '../../gateway/http/cookie.ts';
import type { Visitor } from '../../gateway/logins/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';

/** The address and the device that a call comes from. */
export const visitorOf = (
  { ip, headers }: Pick<CallContext<Call, unknown>, 'ip' | 'headers'>,
  secure: boolean,
): Visitor => ({ ip, deviceToken: deviceOf('operator-device', headers, secure) });

export function accountDesk({ operators, secure }: DeskDeps): DeskHandlers<typeof accountDeskCalls> {
  const { people } = operators;
  return {
    async operatorLogin({ body, ...from }) {
      const { name, password, proof } = body;
      const { expiresAtMs, ...step } = await people.login(name, password, visitorOf(from, secure), proof);
      return { ...step, expiresAt: expiresAtMs };
    },
    async openOperatorSetup({ body, ...from }) {
      const { expiresAtMs, operator, ...step } = await people.openSetup(body.link, visitorOf(from, secure));
      return { ...step, expiresAt: expiresAtMs, name: operator.name, role: operator.role };
    },
    async operatorSecondFactor({ body, setHeader, ...from }) {
      const { ticket, code, newPassword } = body;
      const { token, session, device } = await people.secondFactor(
        ticket,
        code,
        visitorOf(from, secure),
        newPassword,
      );
      setHeader('set-cookie', deviceCookie('operator-device', device, secure));
      const { operatorId, name, role, expiresAtMs } = session;
      return { token, operator: { operatorId, name, role }, expiresAt: expiresAtMs };
    },
    async changeOperatorPassword({ session, body, ...from }) {
      return { endedSessions: await people.changePassword(session, body, visitorOf(from, secure)) };
    },
    async getOperatorDevices({ session, ...from }) {
      const devices = await people.devices(session, visitorOf(from, secure));
      return devices.map(({ id, knownSinceMs, lastUsedMs, current }) => ({
        id,
        current,
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
      operatorId,
      name,
      role,
      expiresAt: expiresAtMs,
    }),
  };
}
