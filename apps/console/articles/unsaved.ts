import type { Language, OperatorArticle } from '@candor/api';

/** A text of a form, and the draft that it began with. */
export interface Typed {
  readonly title: string;
  readonly body: string;
  readonly began: Began;
}

/** A draft as a form began with it; revision 0 where there is none. */
interface Began {
  readonly title: string;
  readonly body: string;
  readonly revision: number;
}

type Draft = OperatorArticle['drafts'][Language];

const beganWith = (draft: Draft): Began =>
  draft === undefined
    ? { title: '', body: '', revision: 0 }
    : { title: draft.title, body: draft.body, revision: draft.revision };

/** A form that shows a draft as it is kept. */
export function typedOf(draft: Draft): Typed {
  const began = beganWith(draft);
  return { title: began.title, body: began.body, began };
}

/** True for a text that its draft does not have. */
export const isUnsaved = ({ title, body, began }: Typed): boolean =>
  title.trim() !== began.title || body !== began.body;

/** The form after a look at the draft: a newer one, such as one that was restored, takes the place of what is saved. */
export const renewed = (typed: Typed, draft: Draft): Typed =>
  isUnsaved(typed) || typed.began.revision >= beganWith(draft).revision ? typed : typedOf(draft);

/** The form after a save of `sent`: as the draft is kept, or what was typed meanwhile on top of that. */
export const afterSave = (typed: Typed, sent: Typed, draft: Draft): Typed =>
  typed.title === sent.title && typed.body === sent.body
    ? typedOf(draft)
    : { title: typed.title, body: typed.body, began: beganWith(draft) };

const unsaved = new Map<string, Typed>();
const keyOf = (id: number, language: Language) => `${id} ${language}`;

/** Text that was typed and not saved; undefined for none. It stays while this window is open, whatever it shows. */
export const unsavedOf = (id: number, language: Language): Typed | undefined =>
  unsaved.get(keyOf(id, language));

/** True where any language of an article has such a text. */
export const hasUnsaved = (id: number): boolean =>
  [...unsaved.keys()].some((key) => key.startsWith(`${id} `));

/** Keeps what is typed for as long as it is not saved, and has the browser ask before the window is closed meanwhile. */
export function keepUnsaved(id: number, language: Language, typed: Typed): void {
  if (isUnsaved(typed)) unsaved.set(keyOf(id, language), typed);
  else unsaved.delete(keyOf(id, language));
  if (unsaved.size > 0) globalThis.addEventListener?.('beforeunload', ask);
  else globalThis.removeEventListener?.('beforeunload', ask);
}

function ask(event: Event): void {
  event.preventDefault();
}
