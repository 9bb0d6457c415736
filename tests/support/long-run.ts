import { isQuick } from './suite.ts';

/** True in `npm run sim:long`, which runs the random tests over all of their seeds. */
export const isLongRun = process.env.LONG_RUN === 'yes';

/** Returns the number of seeds of a random test: `quick` in `npm test`, `short` in `npm run test:long`, `all` in a long run. */
export function seedsOf({
  quick,
  short,
  all,
}: {
  readonly quick: number;
  readonly short: number;
  readonly all: number;
}): number {
  if (isLongRun) return all;
  return isQuick ? quick : short;
}
