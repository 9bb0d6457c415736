import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('a key has so many tasks under way, in the order in which they came, and others do not wait for it', async () => {
  const turns = createTurns(2);
  const begun: string[] = [];
  const ends = new Map<string, (fails: boolean) => void>();
  const start = (key: string, name: string) =>
    turns.run(key, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (fails) => (fails ? reject(new Error(name)) : resolve(name)));
      });
    });
  const tasks = ['a1', 'a2', 'a3', 'a4'].map((name) => start('a', name));
  const other = start('b', 'b1');
  await turn();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  ends.get('a2')?.(true);
  await expect(tasks[1]).rejects.toThrow('a2');
  await turn();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  ends.get('a1')?.(false);
  await turn();
  ends.get('a3')?.(false);
  ends.get('a4')?.(false);
  ends.get('b1')?.(false);
  expect(await Promise.all([tasks[0], tasks[2], tasks[3], other])).toEqual(['a1', 'a3', 'a4', 'b1']);
});
