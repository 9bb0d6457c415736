import { expect, test } from 'vitest';
import { openLog, terminalLine } from './index.ts';

function lines(isTerminal: boolean, log: (logger: ReturnType<typeof openLog>) => void): string[] {
  const written: string[] = [];
  log(openLog({ level: 'warn', process: 'core', isTerminal, write: (line) => void written.push(line) }));
  return written;
}

test('a terminal gets one readable line for each entry', () => {
  const [first, second, ...more] = lines(true, (log) => {
    log.warn('The journal stopped');
    log.error({ userId: 7, subject: 'a b', rejection: { code: 'X' } }, 'refused\n  at once');
    log.info('below the level');
  });
  expect(first).toMatch(/^\d\d:\d\d:\d\d warn {2}core {7}The journal stopped\n$/);
  expect(second).toMatch(
    /^\d\d:\d\d:\d\d error core {7}refused at once userId=7 subject=a b rejection=\{"code":"X"\}\n$/,
  );
  expect(more).toEqual([]);
});

test('an error is one line on a terminal, with the place that threw it', () => {
  const [line, ...more] = lines(true, (log) => {
    log.error({ err: new RangeError('too\nfar') }, 'a request failed');
  });
  expect(line).toMatch(
    /^\S+ error core {7}a request failed — RangeError: too far \(\S+apps\/server\/base\/log\/log\.test\.ts:\d+\)\n$/,
  );
  expect(more).toEqual([]);
});

test('anything else gets JSON with all of it', () => {
  const [line] = lines(false, (log) => {
    log.error({ err: new RangeError('too far'), reqId: 'r1' }, 'a request failed');
  });
  expect(JSON.parse(line!)).toMatchObject({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    process: 'core',
    reqId: 'r1',
    msg: 'a request failed',
    err: { type: 'RangeError', message: 'too far', stack: expect.stringContaining('\n    at ') },
  });
});

test('a line that is not JSON stays as it is', () => {
  expect(terminalLine('plain words\n')).toBe('plain words\n');
});
