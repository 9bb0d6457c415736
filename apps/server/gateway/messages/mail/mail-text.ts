import type { Language } from '@candor/api';
import { languageTags } from '@candor/i18n';
import type { MailWords } from '../words.ts';

/** The text part of a mail. */
export function mailText(words: MailWords): string {
  const [first = '', ...rest] = words.paragraphs;
  const parts = [first, words.code, ...rest, words.link, words.mark].filter((part) => part !== null);
  return `${parts.join('\n\n')}\n\n--\n${words.foot}\n`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/**
 * The HTML part: one column of text, without images, scripts or anything else that a mail program has to fetch.
 * Its only link opens a page that stops something, says what support answers, or sets up an operator.
 * Styles are inline, since many programs drop a style sheet.
 */
export function mailHtml(words: MailWords, language: Language): string {
  const paragraph = (text: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`;
  const body = (text: string) =>
    paragraph(text, words.headings.includes(text) ? 'margin-bottom:4px;font-weight:600' : '');
  const [first = '', ...rest] = words.paragraphs;
  const code =
    words.code === null
      ? ''
      : `<p style="margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:4px">${escaped(words.code)}</p>`;
  return (
    `<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escaped(words.subject)}</title></head>` +
    '<body style="margin:0;padding:24px;background:#F5F6F8;color:#12161C;' +
    "font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif\">" +
    '<div style="max-width:480px;margin:0 auto;padding:24px;background:#FFFFFF;border:1px solid #D9DDE3">' +
    `<h1 style="margin:0 0 16px;font-size:20px;font-weight:600">${escaped(words.title)}</h1>` +
    body(first) +
    code +
    rest.map(body).join('') +
    (words.link === null
      ? ''
      : `<p style="margin:0 0 16px"><a href="${escaped(words.link)}" style="color:#1B4FD8">${escaped(words.link)}</a></p>`) +
    (words.mark === null
      ? ''
      : paragraph(words.mark, 'padding-top:16px;border-top:1px solid #D9DDE3;font-size:14px')) +
    `<p style="margin:0;font-size:13px;color:#4B5563">${escaped(words.foot)}</p></div></body></html>`
  );
}
