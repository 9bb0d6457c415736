import type { Messages } from '../load-messages.ts';
import type { Fault } from './terms.ts';

interface Slot {
  readonly name: string;
  readonly ids: RegExp;
  /** In widths of a Latin letter; a full-width letter has two. */
  readonly most: number;
}

const slots: readonly Slot[] = [
  { name: 'the bottom bar', ids: /^shell\.bottomBar\./, most: 12 },
  { name: 'the ribbon of a phone', ids: /^shell\.ribbon\.short\./, most: 36 },
  {
    name: 'a tab',
    ids: /^(quotes\.tab|home\.tab|user\.kind)\.|^trade\.orders\.(open|history|fills)$/,
    most: 26,
  },
  { name: 'a badge', ids: /^(margin\.standing|trade\.status|ui\.connection|markets\.state)\./, most: 28 },
  { name: 'a side', ids: /^trade\.side\.|^seconds\.(up|down)$|^perpetual\.side\./, most: 12 },
  { name: 'a direction', ids: /^perpetual\.direction\./, most: 22 },
  {
    name: 'a button of a row',
    ids: /^trade\.orders\.(edit|cancel)$|^perpetual\.(close|reverse|stops\.(edit|set))$/,
    most: 16,
  },
  {
    name: 'a column head',
    ids: /^trade\.orders\.(price|amount|filled|average|fee|time|value|status)$/,
    most: 20,
  },
  { name: 'an order type', ids: /^trade\.type\.(?!oco)/, most: 28 },
];

/** Width of a text: full-width letters count twice, combining marks not at all. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mn}/u.test(character)) continue;
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(
      character,
    )
      ? 2
      : 1;
  }
  return width;
}

/** Texts that are too long for the place in which they stand. */
export function lengthFaults(messages: Messages): Fault[] {
  return Object.entries(messages).flatMap(([id, text]) =>
    slots
      .filter(({ ids, most }) => ids.test(id) && widthOf(text) > most)
      .map(({ name, most }) => ({ id, problem: `is ${widthOf(text)} wide; ${name} takes ${most}` })),
  );
}
