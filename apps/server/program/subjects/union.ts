/** The intersection of the members of a union: an object that has the parts of all. */
export type Union<Each> = (Each extends unknown ? (each: Each) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
