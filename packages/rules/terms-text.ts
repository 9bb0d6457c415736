import { sha256 } from '@candor/prices';

/** Terms as text: a heading, then one `name: value` a line in a fixed order. */
export function termsText<Name extends string>(
  heading: string,
  lines: readonly Name[],
  terms: Readonly<Record<Name, string | number>>,
): string {
  return `${heading}\n${lines.map((name) => `${name}: ${terms[name]}\n`).join('')}`;
}

/** Hex SHA-256 of terms as text. Throws RangeError on a text that is not ASCII. */
export function termsHash(text: string): string {
  return sha256(asciiBytes(text));
}

/** Bytes of a text of ASCII characters. Throws RangeError on any other. */
function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    if (code > 126) throw new RangeError('Terms are written in ASCII');
    return code;
  });
}
