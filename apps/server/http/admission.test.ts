import { expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

it('lets an address make its calls of a second, others theirs, and says when the next second begins', () => {
  let timeMs = 5_000;
  const admit = createAdmission(2, () => timeMs);
  admit('a');
  timeMs += 300;
  admit('a');
  expect(() => admit('a')).toThrow(
    expect.objectContaining({ problem: { key: 'RATE_LIMITED', retryAfterMs: 700 } }),
  );
  admit('b');
  timeMs += 699;
  expect(() => admit('a')).toThrow();
  timeMs += 1;
  admit('a');
});
