/**
 * The version of the rules by which commands become events, and of the way their digest is taken. A journal's commands
 * replay under the one that applied them.
 */
export const KERNEL_VERSION = 'core-14';
