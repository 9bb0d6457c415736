import {
  type CallData,
  type Client,
  createClient,
  type OperatorCalls,
  type OperatorRole,
  operatorRoutes,
} from '@candor/api';
import { generate } from 'otplib';
import type { Browser } from 'playwright-core';
import { type Size, type Visit, visit } from './browser.ts';
import { mailOf, setupLink } from './setup-link.ts';

const STEP_S = 30;
const PASSWORD = 'correct horse battery staple';

/** An operator who is logged in at a page of the console. */
export interface Seat extends Visit {
  /** The next code of the authenticator: each works once. */
  readonly nextCode: () => Promise<string>;
  readonly client: Client<OperatorCalls>;
}

/** The operators of a running program, by its first one. */
export interface Operators {
  readonly first: Client<OperatorCalls>;
  /** Adds an operator of the role and shows the console, logged in. */
  add(name: string, role: OperatorRole, size?: Size): Promise<Seat>;
  /** Opens the console as the second operator of practice mode, who is of finance. */
  seatSecond(size?: Size): Promise<Seat>;
  /** Opens the console as the first operator, who is of the administration. */
  seatFirst(size?: Size): Promise<Seat>;
}

interface Session {
  /** Secret of the authenticator. */
  readonly secret: string;
  readonly token: string;
  readonly operator: { readonly name: string; readonly role: OperatorRole };
  readonly expiresAt: number;
}

export interface OperatorsOptions {
  readonly browser: Browser;
  /** The address of the console. */
  readonly url: string;
  readonly output: string;
  readonly dataDir: string;
}

/** Logs the first operator in by the password that the program's output shows, over the calls of the console. */
export async function openOperators({ browser, url, output, dataDir }: OperatorsOptions): Promise<Operators> {
  const clientOf = (token: string | null) =>
    createClient(operatorRoutes, {
      baseUrl: url,
      head: 'v1',
      token: () => token,
      language: () => 'en',
      actWindowMs: 60_000,
    });
  async function enrol(
    { ticket, enrolment }: Pick<CallData<OperatorCalls['operatorLogin']>, 'ticket' | 'enrolment'>,
    own: { readonly newPassword?: string },
  ): Promise<Session> {
    if (enrolment === null) throw new Error('there is a second factor already');
    const code = await generate({ secret: enrolment.secret });
    const session = await clientOf(null).call('operatorSecondFactor', { body: { ticket, code, ...own } });
    return { ...session, secret: enrolment.secret };
  }
  const logIn = async (name: string, password: string): Promise<Session> =>
    enrol(await clientOf(null).call('operatorLogin', { body: { name, password } }), {});
  async function setUp(name: string): Promise<Session> {
    const body = { link: await setupLink(dataDir, name) };
    return enrol(await clientOf(null).call('openOperatorSetup', { body }), { newPassword: PASSWORD });
  }
  async function seat({ token, operator, expiresAt, secret }: Session, size: Size): Promise<Seat> {
    const visited = await visit(browser, url, size);
    const kept = JSON.stringify({ token, name: operator.name, role: operator.role, expiresAt });
    await visited.page.addInitScript((session) => {
      sessionStorage.setItem('candor_console-session', session);
    }, kept);
    const nextCode = () => generate({ secret, epoch: Math.floor(Date.now() / 1000) + STEP_S });
    return { ...visited, client: clientOf(token), nextCode };
  }
  const shown = (seat: 'First' | 'Second', name: string): string => {
    const password = new RegExp(`${seat} operator +${name} +password (\\S+)`).exec(output)?.[1];
    if (password === undefined) throw new Error(`the program shows no password of ${name}`);
    return password;
  };
  const firstSession = await logIn('operator', shown('First', 'operator'));
  const first = clientOf(firstSession.token);
  return {
    first,
    seatSecond: async (size = 'desktop') =>
      seat(await logIn('operator2', shown('Second', 'operator2')), size),
    seatFirst: (size = 'desktop') => seat(firstSession, size),
    async add(name, role, size = 'desktop') {
      const body = { name, role, mail: mailOf(name), reason: `${name} begins work` };
      await first.call('addOperator', { body });
      return seat(await setUp(name), size);
    },
  };
}
