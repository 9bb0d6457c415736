import {
  actSentence,
  type ConfirmedAct,
  type Language,
  type NoticeContent,
  type NoticeWords,
  noticeWords,
} from '@candor/api';
import {
  createFormatters,
  createTranslate,
  loadCustomerRoom,
  loadServerRoom,
  loadSharedRoom,
  locales,
  networkName,
  type Translate,
} from '@candor/i18n';
import type { MessageKind, WithdrawalNotice } from './kinds.ts';
import { linkUse, messageKinds } from './kinds.ts';

/** The text of a message before it is rendered for its channel. */
export interface MessageContent {
  readonly kind: MessageKind;
  readonly language: Language;
  readonly antiPhishing: string | null;
  /** Null for a message without a code. */
  readonly code: string | null;
  /** The login that the message is about; null for any other message. */
  readonly login: {
    /** Browser and system; '' if unknown. */
    readonly device: string;
    readonly address: string;
    readonly atMs: number;
  } | null;
  /** The withdrawal that a code confirms; null for any other message. */
  readonly withdrawal: WithdrawalNotice | null;
  /** The act that a code confirms or that a notice is about; null for any other message. */
  readonly act: ConfirmedAct | null;
  /** The notices that the message is about, the oldest first; none of any other message. */
  readonly notices?: readonly NoticeContent[];
  /** The link of a kind that has one. */
  readonly link: string | null;
  /** Minutes for which the code is valid. */
  readonly minutes: number;
}

/** The parts of a mail in their order. */
export interface MailWords {
  readonly subject: string;
  readonly title: string;
  readonly code: string | null;
  readonly paragraphs: readonly string[];
  /** Those paragraphs that are titles: of each notice, where a mail is about several. */
  readonly headings: readonly string[];
  /** The link of a kind that has one; null in any other message. */
  readonly link: string | null;
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

/** The device of a login as a message names it: its network address alone where the browser is unknown. */
const whereOf = ({ device, address }: { readonly device: string; readonly address: string }) => ({
  device: device === '' ? '?' : device,
  address,
});

/** A time that reads the same in every language, such as 2026-05-01 09:30 UTC. */
const utcTime = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The sentence that names an act, with its amount as the language writes it and the end of its address. */
function sentenceOf(say: Translate, language: Language, act: ConfirmedAct): string {
  const { id, values } = actSentence(act, createFormatters(language, 'UTC').quantity);
  return say(id, values);
}

/** A withdrawal with its amount as the language writes it. */
function writtenOf(language: Language, withdrawal: WithdrawalNotice): WithdrawalNotice {
  return { ...withdrawal, amount: createFormatters(language, 'UTC').quantity(withdrawal.amount) };
}

interface ToldNotice {
  readonly title: string;
  readonly text: string;
}

/** Languages whose sentences follow one another without a space. */
const UNSPACED: ReadonlySet<Language> = new Set(['ja', 'zh', 'tw']);

/** Notices that one mail tells in full; it counts the others. */
const MOST_TOLD = 20;

/** The words of a notice in a language, its figures as the language writes them and its times in UTC. */
function wordsOf(say: Translate, language: Language, notice: NoticeContent): ToldNotice {
  const format = createFormatters(language, 'UTC');
  const { title, text }: NoticeWords = noticeWords(notice, {
    ...format,
    dateTime: (ms) => `${format.dateTime(ms)} UTC`,
    network: (code) => networkName(say, code),
  });
  return {
    title: say(title.id, title.values),
    text: text.map(({ id, values }) => say(id, values)).join(UNSPACED.has(language) ? '' : ' '),
  };
}

/** One notice under its title in the subject, or each with its own; the newest ones where there are too many. */
function paragraphsOf(say: Translate, told: readonly ToldNotice[]): readonly string[] {
  const shown = told.slice(-MOST_TOLD);
  const left = told.length - shown.length;
  return [
    ...(told.length === 1 ? told.map(({ text }) => text) : shown.flatMap(({ title, text }) => [title, text])),
    ...(left === 0 ? [] : [say('mail.notice.more', { count: left })]),
    say('mail.notice.off'),
  ];
}

function noticesSmsOf(say: Translate, language: Language, notices: readonly NoticeContent[]): string {
  const [only] = notices;
  if (only === undefined || notices.length > 1) return say('mail.notice.sms', { count: notices.length });
  const { title, text } = wordsOf(say, language, only);
  return `Candor: ${title}. ${text}`;
}

/** The paragraphs of a mail in their order. */
function paragraphsIn(
  say: Translate,
  { kind, language, login, withdrawal, act, link, minutes }: MessageContent,
  told: readonly ToldNotice[],
): readonly string[] {
  return [
    ...(kind === 'notice' ? paragraphsOf(say, told) : [say(`mail.${kind}.text`)]),
    ...(login === null
      ? []
      : [
          say('mail.login.where', { ...whereOf(login), time: utcTime(login.atMs) }),
          say('mail.login.freeze'),
        ]),
    ...(act === null ? [] : [sentenceOf(say, language, act)]),
    ...(withdrawal === null
      ? []
      : [
          say('mail.codeWithdrawal.what', {
            ...writtenOf(language, withdrawal),
            network: networkName(say, withdrawal.network),
          }),
        ]),
    ...(messageKinds[kind].hasCode ? [say('mail.part.valid', { minutes }), say('mail.part.secret')] : []),
    ...(kind === 'codeWithdrawal'
      ? [say(link === null ? 'mail.codeWithdrawal.notYou' : 'mail.codeWithdrawal.freeze')]
      : messageKinds[kind].hasCode
        ? [say('mail.part.notYou')]
        : []),
    ...(linkUse(kind) === 'support' ? [say('mail.part.support')] : []),
  ];
}

/** The parts of a mail. */
function mailOf(say: Translate, content: MessageContent): MailWords {
  const { kind, language, antiPhishing, code, notices = [], link } = content;
  const told = notices.map((each) => wordsOf(say, language, each));
  const [only] = told;
  const subject =
    told.length > 1
      ? say('mail.notice.subject', { count: told.length })
      : (only?.title ?? say(`mail.${kind}.subject`));
  return {
    subject,
    title: subject,
    code,
    headings: told.length > 1 ? told.map(({ title }) => title) : [],
    paragraphs: paragraphsIn(say, content, told),
    link,
    mark: antiPhishing === null ? null : say('mail.part.mark', { mark: antiPhishing }),
    foot: say(kind === 'operatorSetup' ? 'mail.operatorSetup.foot' : 'mail.part.foot'),
  };
}

/** The text of a message to a phone. */
function smsOf(say: Translate, content: MessageContent): string {
  const { kind, language, antiPhishing, code, login, withdrawal, act, notices = [], link, minutes } = content;
  const params = {
    ...(code === null ? {} : { code, minutes }),
    ...(login === null ? {} : whereOf(login)),
    ...(withdrawal === null ? {} : writtenOf(language, withdrawal)),
    ...(link === null ? {} : { link }),
  };
  const coded = kind === 'notice' ? noticesSmsOf(say, language, notices) : say(`mail.${kind}.sms`, params);
  const text = act === null ? coded : `${sentenceOf(say, language, act)}. ${coded}`;
  const marked = antiPhishing === null ? text : `${text} ${say('mail.part.mark', { mark: antiPhishing })}`;
  return plain(marked);
}

/** The words of messages in each language. */
async function loadTranslations(): Promise<ReadonlyMap<string, Translate>> {
  const translations = new Map<string, Translate>();
  for (const locale of locales)
    translations.set(
      locale,
      createTranslate(locale, {
        ...(await loadServerRoom(locale, 'mail')),
        ...(await loadSharedRoom(locale, 'act')),
        // the names of networks
        ...(await loadSharedRoom(locale, 'ui')),
        // the sentences of notices, and the reasons that they name
        ...(await loadSharedRoom(locale, 'notices')),
        ...(await loadSharedRoom(locale, 'review')),
        ...(await loadSharedRoom(locale, 'escrow')),
        ...(await loadSharedRoom(locale, 'error')),
        ...(await loadCustomerRoom(locale, 'withdraw')),
      }),
    );
  return translations;
}

/** Loads the texts of messages, which no page loads. */
export async function loadWords(): Promise<Words> {
  const translations = await loadTranslations();
  const of = (language: Language): Translate => {
    const translate = translations.get(language);
    if (translate === undefined) throw new RangeError(`there are no messages in ${language}`);
    return translate;
  };
  return {
    mail: (content) => mailOf(of(content.language), content),
    sms: (content) => smsOf(of(content.language), content),
  };
}
