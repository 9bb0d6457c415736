import type { TermsText } from '@candor/api';

/** Writes sections as operators edit them: a heading behind #, then paragraphs between empty lines. */
export const plainOf = ({ sections }: TermsText): string =>
  sections.map(({ heading, text }) => [`# ${heading}`, ...text].join('\n\n')).join('\n\n');

/** Reads sections; null where a paragraph has no heading, or a heading no paragraph. */
export function sectionsOf(plain: string): TermsText['sections'] | null {
  const sections: { heading: string; text: string[] }[] = [];
  for (const block of plain.split(/\n\s*\n/)) {
    const line = block.trim().replace(/\s*\n\s*/g, ' ');
    if (line === '') continue;
    if (line.startsWith('#')) sections.push({ heading: line.replace(/^#+\s*/, ''), text: [] });
    else if (sections.length === 0) return null;
    else sections.at(-1)!.text.push(line);
  }
  return sections.length > 0 && sections.every(({ text }) => text.length > 0) ? sections : null;
}
