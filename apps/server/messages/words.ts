import type { Language } from '@candor/api';
import { createTranslate, loadServerRoom, locales, type Translate } from '@candor/i18n';
import type { MessageKind } from './kinds.ts';
import { messageKinds } from './kinds.ts';

/** What a message says, before it is rendered for its channel. */
export interface MessageContent {
  readonly kind: MessageKind;
  readonly language: Language;
  readonly antiPhishing: string | null;
  /** Null for a message without a code. */
  readonly code: string | null;
  /** For how long the code is valid. */
  readonly minutes: number;
}

/** The parts of a mail in their order. */
export interface MailWords {
  readonly subject: string;
  readonly title: string;
  readonly code: string | null;
  readonly paragraphs: readonly string[];
  /** The line of the anti-phishing code; null where the user has set none. */
  readonly mark: string | null;
  readonly foot: string;
}

/** The texts of messages in thirteen languages. */
export interface Words {
  mail(content: MessageContent): MailWords;
  sms(content: MessageContent): string;
}

/** Replaces spaces and quotes that phones' own alphabet lacks: a single one would double the price of a text. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('’', "'");

/** Loads the texts of messages, which no page loads. */
export async function loadWords(): Promise<Words> {
  const translations = new Map<string, Translate>();
  for (const locale of locales)
    translations.set(locale, createTranslate(locale, await loadServerRoom(locale, 'mail')));
  const of = (language: Language): Translate => {
    const translate = translations.get(language);
    if (translate === undefined) throw new RangeError(`there are no messages in ${language}`);
    return translate;
  };

  return {
    mail({ kind, language, antiPhishing, code, minutes }) {
      const say = of(language);
      return {
        subject: say(`mail.${kind}.subject`),
        title: say(`mail.${kind}.subject`),
        code,
        paragraphs: [
          say(`mail.${kind}.text`),
          ...(messageKinds[kind].hasCode
            ? [say('mail.part.valid', { minutes }), say('mail.part.secret'), say('mail.part.notYou')]
            : []),
        ],
        mark: antiPhishing === null ? null : say('mail.part.mark', { mark: antiPhishing }),
        foot: say('mail.part.foot'),
      };
    },
    sms({ kind, language, antiPhishing, code, minutes }) {
      const say = of(language);
      const text = say(`mail.${kind}.sms`, code === null ? {} : { code, minutes });
      const marked =
        antiPhishing === null ? text : `${text} ${say('mail.part.mark', { mark: antiPhishing })}`;
      return plain(marked);
    },
  };
}
