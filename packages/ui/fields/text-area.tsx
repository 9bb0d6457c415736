import { TallField, type TallFieldProps } from './tall-field.tsx';

export interface TextAreaProps extends TallFieldProps {
  readonly rows?: number;
  /** The language of the text, where it is another than the page's. */
  readonly lang?: string;
}

/** Lines of text; grows with the user's hand. */
export function TextArea({ rows = 6, lang, ...rest }: TextAreaProps) {
  const area = <textarea rows={rows} {...(lang === undefined ? {} : { lang })} />;
  return <TallField {...rest} controlClassName="resize-y py-2" area={area} />;
}
