/** The program's processes by their task. */
export type RoleName =
  | 'core'
  | 'house'
  | 'history'
  | 'recorder'
  | 'jobs'
  | 'chain'
  | 'signer'
  | 'door'
  | 'console';

/**
 * A process that mostly waits keeps little young memory: its garbage is collected early and its pages go back. The core
 * keeps V8's own size, which its throughput needs.
 */
const LITTLE_YOUNG_MEMORY = '--max-semi-space-size=4';
/**
 * Half of V8's own size. Under orders a door collects twice as often and no longer in all, 5 to 7 µs an order either way
 * (a quarter of V8's size took 8 to 11), and what thousands of new sockets leave behind takes 64 MB less.
 */
const HALF_YOUNG_MEMORY = '--max-semi-space-size=32';
/**
 * V8 stops inlining into a function at this many bytes of bytecode, 920 by default: the path of an order has many small
 * functions. Measured in docs/performance.md.
 */
const MORE_INLINING = '--max-inlined-bytecode-size-cumulative=4000';

/** The flags of Node and V8 that each process starts with. */
export const nodeFlags: Readonly<Record<RoleName, readonly string[]>> = {
  core: [MORE_INLINING],
  door: [HALF_YOUNG_MEMORY, MORE_INLINING],
  history: [LITTLE_YOUNG_MEMORY, MORE_INLINING],
  house: [LITTLE_YOUNG_MEMORY],
  recorder: [LITTLE_YOUNG_MEMORY],
  console: [LITTLE_YOUNG_MEMORY],
  jobs: [LITTLE_YOUNG_MEMORY],
  chain: [LITTLE_YOUNG_MEMORY],
  signer: [LITTLE_YOUNG_MEMORY],
};

/**
 * Has glibc ask for huge pages where it takes memory in large runs, as the kernel's buffers are: look-ups at random then
 * miss fewer page translations. Other C libraries ignore it. Measured in docs/performance.md.
 */
const HUGE_PAGES = 'glibc.malloc.hugetlb=1';

/** Returns the environment that a process starts with. What `env` says of the same setting counts more. */
export function environmentOf(role: RoleName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (role !== 'core') return env;
  const own = env.GLIBC_TUNABLES ?? '';
  return { ...env, GLIBC_TUNABLES: own === '' ? HUGE_PAGES : `${HUGE_PAGES}:${own}` };
}
