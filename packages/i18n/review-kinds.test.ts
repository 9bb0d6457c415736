import { expect, it } from 'vitest';
import queue from './messages/en/console/queue.json' with { type: 'json' };
import review from './messages/en/shared/review.json' with { type: 'json' };

it('names every kind of the review queue in the acts of its log', () => {
  const kinds = Object.keys(review).flatMap((id) => /^review\.kind\.(\w+)$/.exec(id)?.[1] ?? []);
  expect(kinds.length).toBeGreaterThan(7);
  const acts = Object.entries(queue).filter(([, text]) => text.includes('{kind, select,'));
  expect(acts.length).toBeGreaterThan(4);
  for (const [id, text] of acts)
    expect(
      kinds.filter((kind) => !new RegExp(` ${kind} \\{`).test(text)),
      id,
    ).toEqual([]);
});
