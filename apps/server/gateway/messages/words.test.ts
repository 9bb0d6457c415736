import { type ActFact, type Call, calls, type Language, languages } from '@candor/api';
import { createFormatters, loadSharedRoom, type Messages, networkName } from '@candor/i18n';
import { expect, it } from 'vitest';
import { linkUse, type MessageKind, messageKinds } from './kinds.ts';
import { mailHtml, mailText } from './mail/mail-text.ts';
import { smsParts } from './sms/parts.ts';
import { loadWords } from './words.ts';

const words = await loadWords();
const networks = Object.fromEntries(
  await Promise.all(
    languages.map(async (language) => [language, await loadSharedRoom(language, 'ui')] as const),
  ),
) as Readonly<Record<Language, Messages>>;
/** Spaces that do not break, as plain ones: texts for phones have no others. */
const spaced = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
/** The amount of the samples as a language writes it. */
const amountIn = (language: Language): string =>
  `${spaced(createFormatters(language).quantity('1250.5'))} USDT`;
/** A message of notices is told by what they say: see the tests of `noticeWords`. */
const kinds = (Object.keys(messageKinds) as MessageKind[]).filter((kind) => kind !== 'notice');

it.each(languages)(
  'says every message in %s with its code and the anti-phishing code, and no link but one that stops something or says what support answers',
  (language) => {
    for (const kind of kinds) {
      const code = messageKinds[kind].hasCode ? '004217' : null;
      const link =
        linkUse(kind) === 'support'
          ? 'https://candor.example/home/index#support'
          : `https://candor.example/user/freeze#${'a'.repeat(43)}`;
      const at = { device: 'Firefox · Windows', address: '203.0.113.9', atMs: 0 };
      const login = kind === 'newDevice' ? at : null;
      const hasLink = 'link' in messageKinds[kind];
      const withdrawal =
        kind === 'codeWithdrawal'
          ? { amount: '1250.5', coin: 'USDT', network: 'practice-evm', address: `0x${'5a'.repeat(20)}` }
          : null;
      const content = {
        kind,
        language,
        code,
        login,
        withdrawal,
        act: null,
        link: hasLink ? link : null,
        minutes: 10,
        antiPhishing: '<b>mine & yours</b>',
      } as const;
      const parts = words.mail(content);
      const text = mailText(parts);
      const html = mailHtml(parts, language);
      const sms = words.sms(content);
      for (const each of [text, sms]) expect(each).toContain('<b>mine & yours</b>');
      expect(html).toContain('&lt;b&gt;mine &amp; yours&lt;/b&gt;');
      if (code !== null) for (const each of [text, html, sms]) expect(each).toContain(code);
      if (hasLink)
        for (const each of linkUse(kind) !== 'support' && withdrawal === null
          ? [text, html, sms]
          : [text, html])
          expect(each.split(link).length - 1).toBe(each === html ? 2 : 1);
      if (withdrawal !== null) {
        for (const each of [text, html, sms]) expect(each).toContain(`0x${'5a'.repeat(20)}`);
        for (const each of [text, html, sms]) expect(spaced(each)).toContain(amountIn(language));
        const own = networkName((id) => networks[language][id] ?? id, 'practice-evm');
        for (const each of [text, html]) expect(each).toContain(own);
        expect(`${text} ${html}`).not.toMatch(
          language === 'en' ? /practice-evm/ : /practice-evm|Practice Ethereum/,
        );
        // a user with as many links as there may be gets none
        expect(mailText(words.mail({ ...content, link: null }))).not.toMatch(/https?:|:\s*\n\n--/);
      }
      if (login !== null) {
        for (const each of [text, html, sms]) expect(each).toContain('203.0.113.9');
        for (const each of [text, html]) expect(each).toContain('1970-01-01 00:00 UTC');
        expect(smsParts(sms, 1).length).toBeLessThanOrEqual(4);
      }
      for (const part of [text, html, sms, parts.subject]) {
        const each = part.replaceAll(`<a href="${link}"`, '').replaceAll(link, '');
        expect(each).not.toMatch(/https?:|<a |href|\{\w+\}|undefined|\bnull\b/);
      }
      expect(parts.subject).not.toContain('004217');
      expect(html).toMatch(/^<!doctype html><html lang="[\w-]+">/);
      expect(mailText(words.mail({ ...content, antiPhishing: null }))).not.toContain('<b>mine');
    }
  },
);

it('keeps an English code in one part of the alphabet of phones', () => {
  const sms = words.sms({
    kind: 'codeReset',
    language: 'en',
    code: '004217',
    login: null,
    withdrawal: null,
    act: null,
    link: null,
    minutes: 10,
    antiPhishing: null,
  });
  expect(smsParts(sms, 1)).toMatchObject([{ coding: 0, hasHeader: false }]);
});

const acts = Object.values(calls as Readonly<Record<string, Call>>).filter(({ stepUp }) => stepUp !== null);
const address = `0x${'12'.repeat(17)}9fAbC4`;
const facts: readonly ActFact[] = [
  { name: 'amount', value: '1250.5', unit: 'USDT' },
  { name: 'address', value: address },
  { name: 'name', value: 'Laptop' },
  { name: 'contact', value: 'eve@example.com' },
];

it.each(languages)(
  'names in %s the act that a code confirms, its amount and the end of its address',
  (language) => {
    const content = {
      ...({
        kind: 'codeConfirm',
        language,
        code: '004217',
        login: null,
        withdrawal: null,
        link: null,
      } as const),
      minutes: 10,
      antiPhishing: null,
    };
    const texts = new Map<string, string>();
    for (const name of [...acts.map((call) => call.name), 'recovery']) {
      const act = { name, facts };
      const mail = mailText(words.mail({ ...content, act }));
      const sms = words.sms({ ...content, act });
      for (const each of [mail, sms]) {
        expect(each).toContain('004217');
        expect(each).not.toMatch(/\{\w+\}|undefined|\bnull\b/);
      }
      expect(smsParts(sms, 1).length).toBeLessThanOrEqual(4);
      texts.set(name, sms);
    }
    // no two acts read alike
    expect(new Set(texts.values()).size).toBe(texts.size);
    expect(texts.get('withdrawal')).toContain(amountIn(language));
    for (const name of ['withdrawal', 'saveWithdrawalAddress']) expect(texts.get(name)).toContain('9fAbC4');
    for (const name of ['createApi', 'addPasskey', 'removePasskey'])
      expect(texts.get(name)).toContain('Laptop');
    for (const name of ['bindEmail', 'accountVerificationBinding'])
      expect(texts.get(name)).toContain('eve@example.com');
    const off = { name: 'setWithdrawalWhitelist', facts: [{ name: 'on', value: 'no' }] } as const;
    expect(words.sms({ ...content, act: off })).not.toBe(texts.get('setWithdrawalWhitelist'));
  },
);

it.each(languages)('names in %s what was done, in the notice of each act', (language) => {
  const names = [...acts.map(({ name }) => name), 'deleteApi', 'removeWithdrawalAddress'];
  const said = names.map((name) => {
    const kind = name === 'withdrawal' ? 'withdrawalAsked' : 'securityChanged';
    const content = {
      ...({ kind, language, code: null, login: null, withdrawal: null, link: null } as const),
      minutes: 10,
      antiPhishing: null,
      act: { name, facts },
    };
    const [mail, sms] = [mailText(words.mail(content)), words.sms(content)];
    for (const each of [mail, sms]) expect(each).not.toMatch(/\{\w+\}|undefined|\bnull\b/);
    expect(smsParts(sms, 1).length).toBeLessThanOrEqual(4);
    return `${mail} ${sms}`;
  });
  expect(new Set(said).size).toBe(names.length);
  expect(said[names.indexOf('removeWithdrawalAddress')]).toContain('9fAbC4');
  expect(spaced(said[names.indexOf('withdrawal')] ?? '')).toContain(amountIn(language));
});

it('links to what support answers in every mail that sends its reader to support, and in no other', () => {
  for (const kind of kinds) {
    const content = {
      ...({ kind, language: 'en', link: null, minutes: 10 } as const),
      antiPhishing: null,
      code: null,
      login: null,
      withdrawal: null,
      act: null,
    };
    const sends = /contact support/.test(mailText(words.mail(content)));
    expect(sends, kind).toBe(linkUse(kind) === 'support');
  }
});

it('writes an amount as the language of its reader does', () => {
  expect((['en', 'de', 'fr', 'ru'] as const).map(amountIn)).toEqual([
    '1,250.5 USDT',
    '1.250,5 USDT',
    '1 250,5 USDT',
    '1 250,5 USDT',
  ]);
});
