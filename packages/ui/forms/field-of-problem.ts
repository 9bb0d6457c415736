import type { Problem } from '../acts/problem.ts';

/** Form fields of errors: by the key of an error, by a request's path, or by an end of that path. */
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
  const path = problem.field?.split('.') ?? [];
  // `form.team.0.name` of a request is `team.0.name` of its form
  const ends = path.map((_, at) => path.slice(at).join('.'));
  for (const place of [problem.key, ...ends]) {
    const placed = place === null ? undefined : places[place];
    if (placed !== undefined && names.includes(placed)) return placed;
  }
  return (ends.find((place) => names.includes(place as Name)) as Name | undefined) ?? null;
}
