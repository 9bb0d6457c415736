import type { factorCalls } from '@candor/api';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import { type HashSender, hashHashedPassword } from '../../gateway/logins/index.ts';
import {
  createEntrances,
  endApiKeys,
  type Identity,
  maskedAccount,
  type Session,
} from '../identity/index.ts';
import { holdFor } from './changes.ts';
import { refuseLoginPassword } from './checks.ts';
import type { Contact } from './contacts.ts';
import type { Factors } from './factors.ts';
import { HOLD_HOURS, SET_UP, setUpFreeUntilMs } from './holds.ts';
import { codeFlow, passkeyPurpose, showFactor } from './prove.ts';

export interface FactorHandlersDeps {
  readonly factors: Factors;
  readonly identity: Identity;
  readonly secure: boolean;
  readonly now: () => number;
}

const LOGIN_PURPOSE = 'login';
const hashSender = (userId: number): HashSender => ({ lane: 'user', keys: [`user ${userId}`] });

type FactorHandlers = Handlers<typeof factorCalls, Session>;

/** Runs an act in one transaction with the entry of its answer. */
function act<Answer>(
  { factors, now }: FactorHandlersDeps,
  enter: EnterAnswer,
  run: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
  refuseLate(now());
  return factors.db.transaction().execute(async (trx) => {
    await enter.begin(trx);
    const answer = await run(trx);
    await enter(trx, answer);
    return answer;
  });
}

/** A user's means as their owner reads them. */
async function securityOf({ factors, now }: FactorHandlersDeps, { userId, isFrozen }: Session) {
  const { authenticator, passkeys, recoveryCodes, fundPassword, antiPhishing, holds } = factors;
  const [isBound, keys, recoveryCodesLeft, isFundPasswordSet, words, current, user] = await Promise.all([
    authenticator.isBound(userId),
    passkeys.list(userId),
    recoveryCodes.left(userId),
    fundPassword.isSet(userId),
    antiPhishing.of(userId),
    holds.current(userId),
    factors.user(userId),
  ]);
  const freeUntilMs = setUpFreeUntilMs(user.createdMs);
  return {
    authenticator: isBound,
    passkeys: keys.map(({ id, name, createdMs, lastUsedMs }) => ({
      id,
      name,
      createTime: createdMs,
      lastTime: lastUsedMs,
    })),
    recoveryCodesLeft,
    fundPassword: isFundPasswordSet,
    setUpHolds: freeUntilMs <= now() && current.every(({ reason }) => reason !== SET_UP),
    setUpFreeUntil: freeUntilMs > now() ? freeUntilMs : null,
    antiPhishing: words,
    frozen: isFrozen,
    holds: current.map(({ reason, untilMs }) => ({ reason, until: untilMs })),
    holdHours: HOLD_HOURS,
  };
}

/** Calls that show a factor for an act that waits for it. */
function stepUpHandlers(
  deps: FactorHandlersDeps,
): Pick<FactorHandlers, 'stepUp' | 'stepUpCode' | 'stepUpPasskey'> {
  const { factors, identity } = deps;
  const { passkeys, antiPhishing, guesses } = factors;
  return {
    stepUp: ({ session, body, headers }) =>
      showFactor(
        factors,
        identity,
        { session, headers },
        { challenge: body.challenge, method: body.method, answer: body.answer, passkey: body.passkey },
      ),
    async stepUpCode({ session, body, ip, language, headers }) {
      const { challenge, method } = body;
      const { methods, act } = await factors.stepUp.open(session, challenge);
      const { userId, email, phone } = await factors.user(session.userId);
      const to = method === 'email' ? email : phone;
      if (!methods.includes(method) || to === null || factors.codes === null)
        throw new Refusal('STEP_UP_METHOD', { field: 'method' });
      const { expiresAtMs, resendAtMs } = await factors.codes.send({
        ...codeFlow(challenge, method, to),
        ip,
        language,
        userId,
        antiPhishing: await antiPhishing.of(userId),
        act,
        send: 'code',
        // what is asked for elsewhere, with a token of the user's, does not use up the device's day
        device: await guesses.deviceOf({ session, headers }),
      });
      return { expiresAt: expiresAtMs, resendAt: resendAtMs };
    },
    async stepUpPasskey({ session, body: { challenge } }) {
      await factors.stepUp.open(session, challenge);
      return passkeys.options(passkeyPurpose(challenge), session.userId);
    },
  };
}

/** Calls about the authenticator app and the codes that stand in for it. */
function authenticatorHandlers(
  deps: FactorHandlersDeps,
): Pick<FactorHandlers, 'getGoogleVerification' | 'googleVerificationBindingOrReset' | 'newRecoveryCodes'> {
  const { factors } = deps;
  const { authenticator, recoveryCodes, holds } = factors;
  return {
    async getGoogleVerification({ session: { userId }, params }) {
      if (params.bindMode === '1' && (await authenticator.isBound(userId)))
        throw new Refusal('AUTHENTICATOR_BOUND');
      const { secret, uri, expiresAtMs } = await authenticator.begin(
        userId,
        maskedAccount(await factors.user(userId)),
      );
      return { secret, uri, expiresAt: expiresAtMs };
    },
    googleVerificationBindingOrReset: ({ session: { userId }, params, enter }) =>
      act(deps, enter, async (trx) => {
        await holdFor(holds, trx, userId, 'authenticator');
        await authenticator.bind(trx, userId, params.code);
        return null;
      }),
    newRecoveryCodes: ({ session: { userId }, enter }) =>
      act(deps, enter, async (trx) => {
        await holdFor(holds, trx, userId, 'recovery');
        return { codes: [...(await recoveryCodes.renew(trx, userId))] };
      }),
  };
}

/** Calls about passkeys, and the login by one. */
function passkeyHandlers(
  deps: FactorHandlersDeps,
): Pick<
  FactorHandlers,
  'getPasskeyOptions' | 'addPasskey' | 'removePasskey' | 'getPasskeyLogin' | 'passkeyLogin'
> {
  const { factors, identity } = deps;
  const { passkeys, holds } = factors;
  const entrances = createEntrances(deps.secure);
  return {
    async getPasskeyOptions({ session: { userId } }) {
      return passkeys.newOptions(userId, maskedAccount(await factors.user(userId)));
    },
    addPasskey: ({ session: { userId }, body, headers, enter }) =>
      act(deps, enter, async (trx) => {
        await holdFor(holds, trx, userId, 'passkey');
        await passkeys.add(trx, userId, { ...body, origin: headers.origin });
        return null;
      }),
    removePasskey: ({ session: { userId }, params, enter }) =>
      act(deps, enter, async (trx) => {
        await passkeys.remove(trx, userId, params.passkeyId);
        await holds.begin(trx, userId, 'factor');
        return null;
      }),
    getPasskeyLogin: () => passkeys.options(LOGIN_PURPOSE, null),
    async passkeyLogin({ body, ip, headers, setHeader }) {
      const userId = await passkeys.verify(LOGIN_PURPOSE, body.response, headers.origin);
      const entrance = await identity.enter(userId, entrances.visitorOf(ip, headers), 'passkey');
      return entrances.entered(entrance, setHeader);
    },
  };
}

/** Calls that change the email and the phone. */
function contactHandlers(
  deps: FactorHandlersDeps,
): Pick<FactorHandlers, 'bindingCode' | 'bindEmail' | 'accountVerificationBinding'> {
  const { contacts, holds } = deps.factors;
  const bind = (session: Session, contact: Contact, code: string, enter: EnterAnswer) =>
    act(deps, enter, async (trx) => {
      await holdFor(holds, trx, session.userId, contact.type);
      await contacts.bind(trx, session, contact, code);
      return null;
    });
  return {
    async bindingCode({ session, body, ip, language }) {
      const { expiresAtMs, resendAtMs } = await contacts.sendCode(session, body, { ip, language });
      return { expiresAt: expiresAtMs, resendAt: resendAtMs };
    },
    bindEmail: ({ session, body: { email, code }, enter }) =>
      bind(session, { type: 'email', account: email }, code, enter),
    accountVerificationBinding: ({ session, body: { code, ...contact }, enter }) =>
      bind(session, contact, code, enter),
  };
}

/** Calls that change the passwords, and the words that messages carry. */
function passwordHandlers(
  deps: FactorHandlersDeps,
): Pick<FactorHandlers, 'updatePwd' | 'tardPwdSet' | 'tradePwd' | 'antiCode'> {
  const { identity } = deps;
  const { fundPassword, antiPhishing, holds, guesses, notices } = deps.factors;
  return {
    async updatePwd({ session, body, enter }) {
      const hash = await hashHashedPassword(body.newPassword, hashSender(session.userId));
      await act(deps, enter, async (trx) => {
        await identity.password.set(trx, session.userId, hash);
        await identity.sessions.distrust(trx, session.userId, session.family);
        if (body.endApiKeys === true) await endApiKeys(trx, session.userId);
        await holds.begin(trx, session.userId, 'password');
        return null;
      });
      identity.sessions.sayEnded(session.userId);
      return null;
    },
    async tardPwdSet({ session, headers, body, enter }) {
      const { userId } = session;
      const guess = { session, headers };
      await refuseLoginPassword({ password: identity.password, guesses }, guess, body.newPassword);
      const hash = await hashHashedPassword(body.newPassword, hashSender(userId));
      return act(deps, enter, async (trx) => {
        await holdFor(holds, trx, userId, 'fundPassword');
        await fundPassword.set(trx, userId, hash);
        return null;
      });
    },
    async tradePwd({ session: { userId }, body, enter }) {
      const hash = await hashHashedPassword(body.newPassword, hashSender(userId));
      return act(deps, enter, async (trx) => {
        await holdFor(holds, trx, userId, 'fundPassword');
        await fundPassword.set(trx, userId, hash);
        return null;
      });
    },
    antiCode: ({ session: { userId }, body, enter }) =>
      act(deps, enter, async (trx) => {
        // before the change: the notice carries the words that its owner knows
        await notices.tell(trx, userId, 'securityChanged', { act: { name: 'antiCode', facts: [] } });
        await antiPhishing.set(trx, userId, body.code === '' ? null : body.code);
        return null;
      }),
  };
}

/** Calls that freeze an account and bring it back. */
function freezeHandlers(deps: FactorHandlersDeps): Pick<FactorHandlers, 'freezeAccount' | 'unfreezeAccount'> {
  const { identity, now } = deps;
  const { freezes, holds } = deps.factors;
  return {
    async freezeAccount({ body }) {
      refuseLate(now());
      await freezes.freeze(body.token);
      return null;
    },
    async unfreezeAccount({ session, enter }) {
      await act(deps, enter, async (trx) => {
        await freezes.unfreeze(trx, session.userId);
        await holds.begin(trx, session.userId, 'freeze');
        return null;
      });
      identity.sessions.sayEnded(session.userId);
      return null;
    },
  };
}

export function factorHandlers(deps: FactorHandlersDeps): FactorHandlers {
  return {
    getSecurity: ({ session }) => securityOf(deps, session),
    ...stepUpHandlers(deps),
    ...authenticatorHandlers(deps),
    ...passkeyHandlers(deps),
    ...contactHandlers(deps),
    ...passwordHandlers(deps),
    ...freezeHandlers(deps),
  };
}
