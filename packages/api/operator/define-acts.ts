/**
 * Form in which the log writes a detail of an act: text as it is, an amount by the page's language, a count as a
 * number, and the name of another act in its words. `any` is a text where * stands for all, `filters` those of a list.
 * A code is declared by the ids of its words up to the code itself, `console.features.state.`, in which `{name}` is
 * another detail. With `?` an entry may come without it: no text, a count of 1.
 */
export type DetailKind =
  | 'text'
  | 'text?'
  | 'any'
  | 'filters'
  | 'amount'
  | 'count'
  | 'count?'
  | 'act'
  | `${string}.`;

type Kinds = Readonly<Record<string, DetailKind>>;

/** An act of operators, as it declares its own words for the log. */
export interface OperatorAct<Title extends string = string, Params extends Kinds = Kinds> {
  /** The message id of its name. */
  readonly title: Title;
  /** The message id of its details, whose parameters are `params`; null for an act without any. */
  readonly details: `${Title}.details` | null;
  /** The details that an entry carries, beside the reason of a journaled act. */
  readonly params: Params;
}

/** Declares the acts of a desk; their words are `console.<room>.act.<name>`, their details that with `.details`. */
export function defineActs<const Room extends string, const Acts extends Readonly<Record<string, Kinds>>>(
  room: Room,
  acts: Acts,
) {
  const entries = Object.entries(acts).map(([name, params]) => {
    const title = `console.${room}.act.${name}`;
    return [name, { title, details: Object.keys(params).length === 0 ? null : `${title}.details`, params }];
  });
  return Object.fromEntries(entries) as {
    readonly [Name in keyof Acts & string]: OperatorAct<`console.${Room}.act.${Name}`, Acts[Name]>;
  };
}

type Optional<Params extends Kinds> = {
  [Name in keyof Params]: Params[Name] extends `${string}?` ? Name : never;
}[keyof Params];

/** The details of an entry of an act, as the log stores them. */
export type DetailsOf<Act extends OperatorAct> = {
  readonly [Name in Exclude<keyof Act['params'], Optional<Act['params']>>]: string;
} & { readonly [Name in Optional<Act['params']>]?: string };
