/** One sentence, list item or table row of the specification. */
export interface SpecSentence {
  /** The number of its section. */
  readonly section: string;
  readonly text: string;
}

/**
 * Splits the specification into the units that `docs/spec-coverage.md` answers: each sentence of a paragraph or list
 * item, and each row of a table with its cells joined by a dash. Headings are left out, and so is what stands before
 * section 1.
 */
export function specSentences(specification: string): readonly SpecSentence[] {
  const found: SpecSentence[] = [];
  let section = '';
  for (const line of specification.split('\n')) {
    const heading = /^## (\d+)/.exec(line);
    if (heading !== null) {
      section = heading[1] ?? '';
      continue;
    }
    if (section === '' || line.trim() === '' || line.startsWith('#')) continue;
    if (line.startsWith('|')) {
      const cells = cellsOf(line);
      // The line under a table's heads also says that the row before it was these heads.
      if (/^[-: ]+$/.test(cells.join(''))) found.pop();
      else found.push({ section, text: cells.join(' — ') });
      continue;
    }
    const plain = line.replace(/^[-*] /, '').trim();
    for (const sentence of plain.split(/(?<=[.!?])\s+(?=[A-Z*"/{(])/))
      found.push({ section, text: sentence.replaceAll('|', '/') });
  }
  return found;
}

/** Returns the trimmed cells of a Markdown table's row. */
export function cellsOf(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
}
