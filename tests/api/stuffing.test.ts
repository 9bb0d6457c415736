import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { Refusal } from '../../apps/server/base/errors/refusal.ts';
import { createLoginProofs, type LoginProof } from '../../apps/server/gateway/logins/index.ts';
import { newBrowser } from './support/browser.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, PASSWORD } from './support/person.ts';
import { solved } from './support/proof.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

const PER_MINUTE = 3;
/** Failed attempts in a minute, over all addresses, that cost the server a hash and the guesser nothing. */
const FREE_IN_ALL = PER_MINUTE * 20;
const PAIRS = 10_000;
const AT_ONCE = 16;
const MINUTE_MS = 60_000;

let house: House;
beforeAll(async () => {
  house = await openHouse({ loginAttemptsPerMinute: PER_MINUTE });
});
afterAll(() => house?.stop());

const visitor = (ip: string) => ({ ip, deviceToken: null, agent: '', browser: null });
const address = (pair: number) => `10.${pair >> 16}.${(pair >> 8) & 255}.${pair & 255}`;

/** The key of the refusal of a login, with what it says; null for a login that got in. */
async function tryPair(account: string, password: string, ip: string, proof?: LoginProof) {
  try {
    await house.identity.login({ type: 'account', account, password, proof }, visitor(ip));
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.problem;
  }
}

it('10,000 wrong pairs from as many addresses get nobody in, cost few hashes and keep no owner out', async () => {
  const owner = newBrowser(house);
  const form = { type: 'account', account: 'owner_of_it', password: PASSWORD };
  const registered = await owner.post('/api/user/register', { ...form, confirmPassword: PASSWORD });
  expect(registered.code).toBe(200);
  vi.mocked(verify).mockClear();

  const keys = new Map<string, number>();
  let pair = 0;
  const startMs = performance.now();
  const attack = async () => {
    while (pair < PAIRS) {
      const number = pair++;
      const account = number % 4 === 0 ? 'owner_of_it' : `victim_${number % 500}`;
      const problem = await tryPair(account, `leaked-${number}-x`, address(number));
      const key = problem?.key ?? 'entered';
      keys.set(key, (keys.get(key) ?? 0) + 1);
    }
  };
  const attackers = Array.from({ length: AT_ONCE }, attack);
  await vi.waitUntil(() => pair > FREE_IN_ALL * 4, { timeout: 120_000 });
  const amid = await owner.post('/api/user/login', form);
  expect(amid.code).toBe(200);
  await Promise.all(attackers);

  // whoever waited too long for a hash is asked to come back, and nobody gets in
  keys.delete('RATE_LIMITED');
  expect([...keys.keys()].sort()).toEqual(['LOGIN_PROOF_NEEDED', 'WRONG_CREDENTIALS']);
  // a minute of the limit may begin at any time, and those that run at once may all find the last free place
  const minutes = Math.ceil((performance.now() - startMs) / MINUTE_MS) + 1;
  const hashes = vi.mocked(verify).mock.calls.length - 1;
  expect(hashes).toBe(keys.get('WRONG_CREDENTIALS'));
  expect(hashes).toBeLessThanOrEqual(minutes * (FREE_IN_ALL + AT_ONCE));

  // a browser that the house does not know gets in as well, for some work
  const stranger = newBrowser(house);
  const proof = await solved((await stranger.post('/api/user/login', form)).data);
  if (proof !== undefined)
    expect((await stranger.post('/api/user/login', { ...form, proof })).code).toBe(200);
});

it('a proof counts once, for the challenge that was signed, until it expires', async () => {
  const proofs = createLoginProofs(kyselyOf(house.pool), Buffer.alloc(32, 3));
  const refusalOf = (proof: LoginProof | null) =>
    proofs.use(proof).then(
      () => null,
      (error: Refusal) => error.problem,
    );
  const proof = (await solved(await refusalOf(null))) as LoginProof;
  const { challenge, solution } = proof;
  const spoiled: LoginProof[] = [
    { challenge, solution: { ...solution, derivedKey: 'ab'.repeat(32) } },
    { challenge: { ...challenge, signature: 'cd'.repeat(32) }, solution },
    { challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution },
  ];
  for (const each of spoiled) expect(await refusalOf(each)).toMatchObject({ key: 'LOGIN_PROOF_NEEDED' });
  const clock = vi.spyOn(Date, 'now').mockReturnValue(challenge.parameters.expiresAt * 1_000 + 1_000);
  expect(await refusalOf(proof)).toMatchObject({ key: 'LOGIN_PROOF_NEEDED' });
  clock.mockRestore();
  expect(await Promise.all([refusalOf(proof), refusalOf(proof)])).toContain(null);
  expect(await refusalOf(proof)).toMatchObject({ key: 'LOGIN_PROOF_NEEDED' });
  const { rows } = await house.pool.query('select count(*) as used from identity.used_proof');
  expect(Number(rows[0].used)).toBeGreaterThan(0);
});

it('a malformed proof is bad input', async () => {
  const call = clientOf(house).call('login', {
    body: { type: 'account', account: 'nobody_here', password: 'x', proof: {} as LoginProof },
  });
  await expect(call).rejects.toMatchObject({ key: 'INVALID_INPUT' });
});
