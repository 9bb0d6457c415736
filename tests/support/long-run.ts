/** True in `npm run sim:long`, which runs the random tests over all of their seeds. */
export const isLongRun = process.env.LONG_RUN === 'yes';

/** Returns the number of seeds of a random test: a short fixed set in `npm test`, `all` in a long run. */
export function seedsOf({ short, all }: { readonly short: number; readonly all: number }): number {
  return isLongRun ? all : short;
}
