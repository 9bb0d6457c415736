import type { Call } from './define.ts';

/** Calls that carry no key of an act and yet do something: logins, codes, steps of a recovery. */
const DOES: ReadonlySet<string> = new Set([
  'login',
  'loginStepTwo',
  'passkeyLogin',
  'getPasskeyLogin',
  'refreshToken',
  'logout',
  'deleteDevice',
  'backPwd',
  'backPwdStepTwo',
  'sendEmailCode',
  'sendMobileCode',
  'bindingCode',
  'sendWithdrawalCode',
  'stepUp',
  'stepUpCode',
  'stepUpPasskey',
  'getPasskeyOptions',
  'openRecovery',
  'openOwnRecovery',
  'recoveryCode',
  'operatorLogin',
  'openOperatorSetup',
  'operatorSecondFactor',
  'operatorLogout',
  'changeOperatorPassword',
  'forgetOperatorDevice',
]);

/** True for a call that changes nothing: it leaves out fields that it does not know, and every other refuses them. */
export function isRead(call: Pick<Call, 'act' | 'name'>): boolean {
  return !call.act && !DOES.has(call.name);
}
