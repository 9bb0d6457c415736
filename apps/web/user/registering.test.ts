import { expect, it } from 'vitest';
import type { RegisterInput } from '../data/index.ts';
import { createRegistering } from './registering.ts';

const FORM: RegisterInput = {
  type: 'account',
  account: 'ada',
  password: 'correct-horse-9',
  confirmPassword: 'correct-horse-9',
  invite_code: '',
};

/** A form whose registrations get no answer, and the keys that it sent. */
function unanswered() {
  const keys: string[] = [];
  let made = 0;
  const register = createRegistering(
    {
      async register(_, key) {
        keys.push(key);
        throw new Error('no answer');
      },
    },
    () => `key ${++made}`,
  );
  const press = (changed: Partial<RegisterInput> = {}) =>
    expect(register({ ...FORM, ...changed })).rejects.toThrow('no answer');
  return { keys, press };
}

it('sends a filled form under one key, however often it is pressed', async () => {
  const { keys, press } = unanswered();
  for (let presses = 0; presses < 3; presses++) await press();
  expect(keys).toEqual(['key 1', 'key 1', 'key 1']);
});

it.each<Partial<RegisterInput>>([
  { account: 'ada2' },
  { type: 'email', account: 'ada@example.org', code: '123456' },
  { password: 'correct-horse-8', confirmPassword: 'correct-horse-8' },
  { invite_code: 'ABCD2345' },
  { termsVersion: 2 },
])('sends another form under another key: %o', async (changed) => {
  const { keys, press } = unanswered();
  await press();
  await press(changed);
  await press(changed);
  expect(keys).toEqual(['key 1', 'key 2', 'key 2']);
});
