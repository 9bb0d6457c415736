import { Refusal } from '../../base/errors/refusal.ts';
import { factorSteps } from './factor-steps.ts';
import { createFirstOperators } from './first-operators.ts';
import { type LoginContext, type OperatorsOptions, openLogins } from './login-context.ts';
import { createOperatorKeys } from './operator-keys.ts';
import type { Operators } from './operator-types.ts';
import { passwordSteps } from './password-steps.ts';

/** Characters of a device's id that the log shows. */
const SHOWN_ID = 12;

export function createOperators(options: OperatorsOptions): Operators {
  const context = openLogins(options);
  const { db, log, failures, sessions, now } = context;
  const factors = factorSteps(context);
  return {
    ...createFirstOperators({ db, log, now }),
    ...passwordSteps(context),
    ...factors,
    ...createOperatorKeys({ db, log, now, withCode: factors.withCode }),
    ...deviceActs(context),
    settleFailures: () => failures.settle(),
    authenticate: sessions.authenticate,
    logout: sessions.logout,
  };
}

/** The devices that an operator logged in from. */
function deviceActs({ db, log, known, now }: LoginContext): Pick<Operators, 'devices' | 'forgetDevice'> {
  return {
    async devices({ operatorId }, { deviceToken }) {
      const [devices, current] = await Promise.all([
        known.list(operatorId),
        known.find(deviceToken, operatorId),
      ]);
      return devices.map((device) => ({ ...device, current: device.id === current }));
    },
    async forgetDevice({ operatorId, name }, id) {
      if (!(await known.forget(operatorId, id))) throw new Refusal('NOT_FOUND');
      await db.transaction().execute(async (trx) => {
        const details = { device: id.slice(0, SHOWN_ID) };
        await log.append(trx, { timeMs: now(), operator: name, action: 'forgetDevice', details });
      });
    },
  };
}
