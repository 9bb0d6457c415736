import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '../../apps/web');

/** Acts that no toast says, by file: what follows on the page says it. */
const SHOWN: Readonly<Record<string, { readonly acts: number; readonly by: string }>> = {
  'account/freeze-page.tsx': { acts: 1, by: 'the page says that the account is frozen' },
  'account/log-out-everywhere.tsx': { acts: 1, by: 'the session ends with its own words' },
  'account/mydata/closing.tsx': { acts: 1, by: 'the session ends with its own words' },
  'account/preferences.tsx': { acts: 1, by: 'the zone stands in its row' },
  'account/recovery-codes.tsx': { acts: 1, by: 'the codes are shown' },
  'account/terms-panel.tsx': { acts: 1, by: 'the version and time of the acceptance are shown' },
  'apikeys/create-key.tsx': { acts: 1, by: 'the key is shown' },
  'articles/article-page.tsx': { acts: 1, by: 'the counts under the question change' },
  'assets/bills/statements.tsx': { acts: 1, by: 'the statement is in the list, and a toast says it' },
  'chat/linked-chat-page.tsx': { acts: 1, by: 'the message is in the list' },
  'chat/own-data.tsx': { acts: 2, by: 'the file is saved; the page says that the conversation is deleted' },
  'defi/convert-dialog.tsx': { acts: 1, by: 'the quote is shown' },
  'defi/join-step.tsx': { acts: 2, by: 'the step shows the hash and its confirmations' },
  'listing/withdraw.tsx': { acts: 1, by: 'the page says that it is withdrawn, or the draft leaves the list' },
  'otc/appeal-dialog.tsx': { acts: 1, by: 'the statement stands in the appeal' },
  'otc/merchant-home.tsx': { acts: 2, by: 'the offer leaves the list; the page says that the merchant left' },
  'otc/order-acts.tsx': { acts: 2, by: 'the order shows its new state, or what was asked' },
  'otc/order-rating.tsx': { acts: 2, by: 'the rating or its answer is shown' },
  'otc/take-form.tsx': { acts: 1, by: 'the order opens' },
  'seconds/limits-dialog.tsx': { acts: 3, by: 'a toast that the three share' },
  'seconds/use-seconds.ts': { acts: 1, by: 'the countdown begins' },
  'shell/chat/rating.tsx': { acts: 1, by: 'the thanks stand where the question was' },
  'shell/support/start-conversation.tsx': { acts: 1, by: 'the conversation opens' },
  'shell/support/write-without-account.tsx': { acts: 1, by: 'the number of the question is shown' },
  'shell/step-up-dialog.tsx': { acts: 1, by: 'the act that waited goes on' },
  'shell/typed-factor.tsx': {
    acts: 2,
    by: 'the field says where the code went, and the act that waited goes on',
  },
  'swap/swap-panel.tsx': { acts: 1, by: 'the quote is shown' },
  'user/lost-factors.tsx': { acts: 1, by: 'the form of the request opens' },
  'user/recover-form.tsx': { acts: 1, by: 'the page shows the state of the request' },
  'user/recover-page.tsx': { acts: 2, by: 'the page says that it is cancelled, and the form opens' },
  'user/recover-state.tsx': { acts: 1, by: 'the page shows the state of the request' },
};

/** The text of a call from `at` to its closing bracket. */
function callAt(source: string, at: number): string {
  let depth = 0;
  for (let end = at; end < source.length; end += 1) {
    if (source[end] === '(') depth += 1;
    if (source[end] === ')' && --depth === 0) return source.slice(at, end + 1);
  }
  return source.slice(at);
}

const quietActsOf = (source: string): number =>
  [...source.matchAll(/\buseAct(?:Form)?[<(]/g)]
    .map(({ index }) => callAt(source, index))
    .filter((call) => !/toasts\.|saysDone: true/.test(call)).length;

it('each act of a form says that it is done, or what follows on the page says it', () => {
  const quiet = globSync('**/*.{ts,tsx}', {
    cwd: web,
    exclude: ['**/*.test.*', 'node_modules/**', 'dist/**'],
  })
    .map((file) => [file, quietActsOf(readFileSync(join(web, file), 'utf8'))] as const)
    .filter(([, acts]) => acts > 0);
  expect(Object.fromEntries(quiet)).toEqual(
    Object.fromEntries(Object.entries(SHOWN).map(([file, { acts }]) => [file, acts])),
  );
});

it('finds an act that says nothing', () => {
  expect(
    quietActsOf('const act = useAct({ mutationFn: () => send(), onSuccess: () => toasts.done(x) });'),
  ).toBe(0);
  expect(quietActsOf('const act = useAct<A, B>({ mutationFn: () => send((a)), saysDone: true });')).toBe(0);
  expect(quietActsOf('const act = useActForm<A>({ send: () => call() }); toasts.done(text);')).toBe(1);
});
