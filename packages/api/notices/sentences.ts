/** Parts that the words of all notices are made of. */
import type { NoticeContent } from './records.ts';

/** Formats figures and times; `Formatters` of the catalogues are such. `network` names a network by its code. */
export interface NoticeFormat {
  price(value: string | null): string;
  quantity(value: string | null): string;
  /** With a sign. */
  difference(value: string | null): string;
  percent(value: string | null): string;
  dateTime(epochMs: number): string;
  network(code: string): string;
}

/** A message of the catalogues with its values. */
export interface NoticeSentence {
  readonly id: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** The words of a notice: a title, and sentences that stand one after another. */
export interface NoticeWords {
  readonly title: NoticeSentence;
  readonly text: readonly NoticeSentence[];
}

/** A message of the catalogues. */
export const say = (id: string, values: NoticeSentence['values'] = {}): NoticeSentence => ({ id, values });

/** Text for people that no catalogue has, such as an operator's reason. */
export const quote = (text: string): NoticeSentence => say('notices.quote', { text });

/** Notices of some kinds. */
export type Of<Kind extends NoticeContent['kind']> = Extract<NoticeContent, { readonly kind: Kind }>;

/** The title of a notice, of a variant where its kind has several. */
export const titleOf = ({ kind }: { readonly kind: NoticeContent['kind'] }, variant = ''): NoticeSentence =>
  say(`notices.${kind}.title${variant === '' ? '' : `.${variant}`}`);
