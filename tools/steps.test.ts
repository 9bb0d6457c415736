import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { root } from './run.ts';
import { runSteps, type Tally, tally, vitestStep } from './steps.ts';

const report = (change: object) =>
  JSON.stringify({
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ name: join(root, 'a.test.ts'), status: 'passed', assertionResults: [] }],
    ...change,
  });

test('a report is counted, and whatever did not run counts as failed', () => {
  expect(tally(report({}), 0)).toMatchObject({ passed: 5, failed: 0 });
  expect(tally(report({ numFailedTests: 2 }), 1)).toMatchObject({ passed: 5, failed: 2 });
  expect(tally(report({ numPendingTests: 1, numTodoTests: 1 }), 0)).toMatchObject({ passed: 5, failed: 2 });
  const broken = {
    name: join(root, 'a.test.ts'),
    status: 'failed',
    message: 'no such module',
    assertionResults: [],
  };
  expect(tally(report({ testResults: [broken] }), 1)).toEqual({
    passed: 5,
    failed: 1,
    causes: ['a.test.ts\n    no such module'],
  });
  expect(tally(report({}), 1)).toMatchObject({ passed: 5, failed: 1 });
});

test('each failed test is named at the end of the run, with the start of its message', async () => {
  const failed = {
    name: join(root, 'tests/a.test.ts'),
    status: 'failed',
    message: '',
    assertionResults: [
      { status: 'passed', fullName: 'holds', failureMessages: [] },
      { status: 'failed', fullName: 'pays', failureMessages: ['\u001b[31mexpected 1\u001b[39m to be 2'] },
    ],
  };
  const result = tally(report({ numFailedTests: 1, testResults: [failed] }), 1);
  const { lines } = await said(result, { passed: 2, failed: 0 });
  expect(lines.slice(-5).map((line) => line.trim())).toEqual([
    'Failed: step 0',
    'tests/a.test.ts: pays',
    'expected 1 to be 2',
    '',
    '7 passed, 1 failed',
  ]);
});

async function said(...tallies: (Tally | Error)[]): Promise<{ code: number; lines: string[] }> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const steps = tallies.map((result, index) => ({
      name: `step ${index}`,
      run: async () => {
        if (result instanceof Error) throw result;
        return result;
      },
    }));
    const code = await runSteps(steps);
    const text = write.mock.calls.map(([line]) => String(line)).join('');
    return { code, lines: text.trimEnd().split('\n') };
  } finally {
    write.mockRestore();
  }
}

test('the last line sums all steps, alone, and says it only once', async () => {
  const { code, lines } = await said({ passed: 3, failed: 0 }, { passed: 4, failed: 0 });
  expect(lines.at(-1)).toBe('7 passed, 0 failed');
  expect(lines.filter((line) => /^\d+ passed, \d+ failed$/.test(line))).toHaveLength(1);
  expect(code).toBe(0);
});

test('lanes run side by side, and what a step of a later one says is shown at its end', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const second = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const one = { passed: 1, failed: 0 };
  try {
    const code = await runSteps(
      [
        {
          name: 'shown',
          async run({ isLive, say }) {
            say(`live: ${isLive}`);
            first.resolve();
            await second.promise;
            return one;
          },
        },
      ],
      [
        {
          name: 'held',
          async run({ isLive, say }) {
            say(`live: ${isLive}`);
            await first.promise;
            return one;
          },
        },
        {
          name: 'next',
          async run() {
            second.resolve();
            return { passed: 2, failed: 0 };
          },
        },
      ],
    );
    const lines = write.mock.calls.map(([line]) => String(line).replace(/ \(.*/, '')).join('');
    const said = lines.split('\n').filter((line) => line.trim() !== '');
    expect(said.slice(0, 5)).toEqual(['— shown', 'live: true', '— held', 'live: false', '  held: holds']);
    expect(said.at(-1)).toBe('4 passed, 0 failed');
    expect(code).toBe(0);
  } finally {
    write.mockRestore();
  }
});

test('a failure, a step that throws, a step that ran nothing and no step at all are not a success', async () => {
  expect(await said({ passed: 3, failed: 1 })).toMatchObject({ code: 1 });
  expect((await said({ passed: 3, failed: 0 }, new Error('broken'))).lines.at(-1)).toBe('3 passed, 1 failed');
  expect((await said({ passed: 0, failed: 0 })).lines.at(-1)).toBe('0 passed, 1 failed');
  expect(await said()).toMatchObject({ code: 1 });
});

test('a step that throws and a run without a report are named at the end, with what they said', async () => {
  const { lines } = await said({ passed: 3, failed: 0 }, new Error('broken'));
  expect(lines.slice(-5).map((line) => line.trim())).toEqual([
    'Failed: step 1',
    'step 1',
    'broken',
    '',
    '3 passed, 1 failed',
  ]);

  const heard: string[] = [];
  const none = vitestStep('tests of nothing', ['no-such-project']);
  const { causes } = await none.run({ isLive: false, say: (text) => heard.push(text) });
  expect(causes).toHaveLength(1);
  expect(causes![0]).toMatch(/^tests of nothing: ended with 1 and wrote no report\n/);
  expect(causes![0]).toContain('no-such-project');
  expect(heard.join('\n')).toContain('no-such-project');
});
