import { type Calls, factsOf } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CallContext } from '../../gateway/http/context.ts';
import { type Identity, isCommonHash, type Session } from '../identity/index.ts';
import type { Authenticator } from './authenticator.ts';
import type { Contacts } from './contacts.ts';
import type { FundPassword } from './fund-password.ts';
import type { GuessContext, GuessLimits } from './guess-limits.ts';
import type { Passkeys } from './passkeys.ts';
import type { CheckAct, Shown } from './step-up.ts';

interface ChecksDeps {
  readonly authenticator: Pick<Authenticator, 'isBound' | 'prove'>;
  readonly fundPassword: FundPassword;
  readonly identity: Pick<Identity, 'password'>;
  readonly guesses: GuessLimits;
  readonly contacts: Pick<Contacts, 'prove'>;
  readonly passkeys: Pick<Passkeys, 'list'>;
}

/**
 * Refuses a fund password that is the login password: whoever learned one would have both. The answer says whether it is the
 * login password, so it is counted as a guess at that first, and never given back.
 */
export async function refuseLoginPassword(
  { password, guesses }: { readonly password: Identity['password']; readonly guesses: GuessLimits },
  context: GuessContext,
  sha256: string,
): Promise<void> {
  await guesses.count(context);
  if (await password.matches(context.session.userId, sha256))
    throw new Refusal('FUND_PASSWORD_IS_LOGIN', { field: 'newPassword' });
}

/** Looks at acts before their step-up, by the name of the call. */
export type ActChecks = {
  readonly [Name in keyof Calls]?: (context: CallContext<Calls[Name], Session>) => Promise<Shown>;
};

/** The looks at the acts of this room. */
export function createChecks({
  authenticator,
  fundPassword,
  identity,
  guesses,
  contacts,
  passkeys,
}: ChecksDeps) {
  /** An old password that is right is knowledge shown. */
  async function oldPassword(context: GuessContext, isRight: () => Promise<boolean>): Promise<Shown> {
    const guess = await guesses.count(context);
    if (!(await isRight())) throw new Refusal('OLD_PASSWORD_WRONG', { field: 'oldPassword' });
    await guess.right();
    return { kinds: ['knowledge'] };
  }

  const refuseSame = (old: string | undefined, fresh: string) => {
    if (old === fresh) throw new Refusal('PASSWORD_SAME', { field: 'newPassword' });
  };

  type Check<Name extends keyof Calls> = (context: CallContext<Calls[Name], Session>) => Promise<Shown>;

  const updatePwd: Check<'updatePwd'> = async ({ session, headers, body }) => {
    refuseSame(body.oldPassword, body.newPassword);
    if (await isCommonHash(body.newPassword)) throw new Refusal('PASSWORD_COMMON', { field: 'newPassword' });
    return oldPassword({ session, headers }, () =>
      identity.password.matches(session.userId, body.oldPassword),
    );
  };
  const loginPassword = { password: identity.password, guesses };
  const tardPwdSet: Check<'tardPwdSet'> = async ({ session, headers, body }) => {
    if (await fundPassword.isSet(session.userId)) throw new Refusal('FUND_PASSWORD_SET');
    await refuseLoginPassword(loginPassword, { session, headers }, body.newPassword);
    return {};
  };
  const tradePwd: Check<'tradePwd'> = async ({ session, headers, body }) => {
    const { userId } = session;
    if (!(await fundPassword.isSet(userId))) throw new Refusal('FUND_PASSWORD_NOT_SET');
    const { oldPassword: old, newPassword } = body;
    refuseSame(old, newPassword);
    await refuseLoginPassword(loginPassword, { session, headers }, newPassword);
    // Without the old one, another kind of factor stands for it: the login password alone would not do.
    if (old === undefined) return { level: 'funds' };
    return oldPassword({ session, headers }, () => fundPassword.matches(userId, old));
  };
  const bind: Check<'googleVerificationBindingOrReset'> = async ({ session, headers, params }) => {
    const { userId } = session;
    if (params.bindMode === '1' && (await authenticator.isBound(userId)))
      throw new Refusal('AUTHENTICATOR_BOUND');
    const guess = await guesses.count({ session, headers });
    await authenticator.prove(userId, params.code);
    await guess.right();
    return {};
  };
  const bindEmail: Check<'bindEmail'> = async ({ session, body: { email, code } }) => {
    await contacts.prove(session, { type: 'email', account: email }, code);
    return {};
  };
  const bindContact: Check<'accountVerificationBinding'> = async ({
    session,
    body: { code, ...contact },
  }) => {
    await contacts.prove(session, contact, code);
    return {};
  };
  const removePasskey: Check<'removePasskey'> = async ({ session, params }) => {
    const found = (await passkeys.list(session.userId)).find(({ id }) => id === params.passkeyId);
    return { facts: factsOf({ name: found?.name ?? params.passkeyId.slice(0, 12) }) };
  };
  return {
    removePasskey,
    bindEmail,
    accountVerificationBinding: bindContact,
    updatePwd,
    tardPwdSet,
    tradePwd,
    googleVerificationBindingOrReset: bind,
  } as unknown as Partial<Record<string, CheckAct>>;
}
