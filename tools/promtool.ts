import { ensureProgram } from './debian-program.ts';

/** Finds Prometheus' promtool or, on Debian and its like, unpacks one. Throws with how to get one. */
export const ensurePromtool = (): Promise<string> =>
  ensureProgram({
    name: 'promtool',
    package: 'prometheus',
    folder: 'usr/bin',
    why: 'The alerts are tested with promtool',
  });
