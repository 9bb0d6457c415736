/** A bug to put into a package's code: the first `find` in the file becomes `replace`. */
export interface Plant {
  readonly name: string;
  /** The file, from `packages` on. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** The words of the simulator when it finds it: the invariant that is broken. */
  readonly breaks: RegExp;
}
