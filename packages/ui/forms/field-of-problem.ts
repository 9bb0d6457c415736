import type { Problem } from '../acts/problem.ts';

/** Form fields of errors: by the key of an error, by a request's path, or by the last name of that path. */
export type ProblemPlaces<Name extends string> = Readonly<Record<string, Name>>;

/**
 * The field of a form that a problem concerns: by the form's own places, else the field that the request calls the
 * same. Null where it concerns none, or one that the form does not show.
 */
export function fieldOfProblem<Name extends string>(
  problem: Problem,
  names: readonly Name[],
  places: ProblemPlaces<Name> = {},
): Name | null {
  const last = problem.field?.split('.').at(-1) ?? null;
  for (const place of [problem.key, problem.field, last]) {
    const placed = place === null ? undefined : places[place];
    if (placed !== undefined && names.includes(placed)) return placed;
  }
  const same = [problem.field, last].find((place) => place !== null && names.includes(place as Name));
  return (same as Name | undefined) ?? null;
}
