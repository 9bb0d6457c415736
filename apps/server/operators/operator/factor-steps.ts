import { newFactor } from '../../base/authenticator/index.ts';
import { idOf } from '../../base/database/index.ts';
import { checkCode } from './code-check.ts';
import { attemptOf, CODE_FAILURES, ISSUER, type LoginContext, noted, personOf } from './login-context.ts';
import type { Operators } from './operator-types.ts';
import { firstPassword, setFirstPassword } from './passwords.ts';
import { hashOfLink } from './setup-links.ts';

/** Name in the log of a visitor with a link that does not work. */
const SETUP = 'setup';

/** Steps by a second factor: it is enrolled by a link, ends a login, and confirms an act. */
export function factorSteps(
  context: LoginContext,
): Pick<Operators, 'openSetup' | 'secondFactor' | 'withCode'> {
  const { db, links, limits, known, tickets, sessions, check, onEnrolled } = context;
  return {
    async openSetup(link, visitor) {
      // counted by the link that was tried: strangers use up no other's tries
      const name = `link ${hashOfLink(link).toString('hex')}`;
      const attempt = { name, address: visitor.ip, device: null };
      const newcomer = await noted(
        context,
        { ...attempt, name: SETUP },
        { LOGIN_RATE_LIMITED: 'limit', OPERATOR_LINK_WRONG: 'link' },
        async () => {
          await limits.attempt(attempt);
          return links.find(link);
        },
      );
      const person = await personOf(context, newcomer.operatorId);
      const enrolment = newFactor(ISSUER, person.name);
      const opened = await tickets.open(person, enrolment, (trx) => links.hold(trx, newcomer));
      const operator = { operatorId: newcomer.operatorId, name: person.name, role: person.role };
      return { ...opened, enrolment, setsPassword: true, operator };
    },
    async secondFactor(ticket, code, visitor, newPassword) {
      const { operator_id, enrolment_sealed } = await tickets.use(ticket);
      const operatorId = idOf(operator_id);
      const person = await personOf(context, operatorId);
      const attempt = await attemptOf(context, person, visitor);
      const ownHash = await firstPassword(person, newPassword);
      const entrance = await noted(context, attempt, CODE_FAILURES, async () => {
        await limits.code(attempt);
        return db.transaction().execute(async (trx) => {
          const operator = await checkCode(check, trx, operatorId, enrolment_sealed, code);
          if (ownHash !== null) await setFirstPassword(trx, links, operatorId, ownHash);
          await tickets.end(trx, ticket);
          return sessions.begin(trx, operator);
        });
      });
      if (enrolment_sealed !== null) await onEnrolled(entrance.session.name);
      await limits.succeeded(attempt);
      return { ...entrance, device: await known.remember(operatorId, visitor.deviceToken) };
    },
    async withCode({ operatorId }, code, visitor, act) {
      const attempt = await attemptOf(context, await personOf(context, operatorId), visitor);
      const done = await noted(context, attempt, CODE_FAILURES, async () => {
        await limits.code(attempt);
        return act(async (trx) => {
          await checkCode(check, trx, operatorId, null, code);
        });
      });
      await limits.succeeded(attempt);
      return done;
    },
  };
}
