/** The version of the rules by which commands become events. A journal's commands replay under the one that applied them. */
export const KERNEL_VERSION = 'spot-1';
