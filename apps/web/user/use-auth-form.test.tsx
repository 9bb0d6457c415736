import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it, vi } from 'vitest';
import { useAuthForm } from './use-auth-form.ts';

function begunForm(): ReturnType<typeof useAuthForm> {
  const held: { auth?: ReturnType<typeof useAuthForm> } = {};
  function Form() {
    held.auth = useAuthForm();
    return null;
  }
  renderToStaticMarkup(
    <IntlProvider locale="en">
      <Form />
    </IntlProvider>,
  );
  return held.auth!;
}

const never = () => new Promise<void>(() => {});

it('runs the act while a code is being sent, and sends a code while the act runs', () => {
  const [sends, acts] = [begunForm(), begunForm()];
  const act = vi.fn(never);
  void sends.send(never);
  void sends.submit(act);
  expect(act).toHaveBeenCalledTimes(1);
  const code = vi.fn(never);
  void acts.submit(never);
  void acts.send(code);
  expect(code).toHaveBeenCalledTimes(1);
});

it.each(['submit', 'send'] as const)('begins nothing twice: %s', async (kind) => {
  const auth = begunForm();
  const call = vi.fn(never);
  void auth[kind](call);
  void auth[kind](call);
  expect(call).toHaveBeenCalledTimes(1);
  const again = begunForm();
  const done = vi.fn(async () => {});
  await again[kind](done);
  await again[kind](done);
  expect(done).toHaveBeenCalledTimes(2);
});
