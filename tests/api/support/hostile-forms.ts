/** The content type of every form here. */
export const FORM_TYPE = 'multipart/form-data; boundary=b';
export const FORM_END = '--b--\r\n';

export const formPart = (name: string, content: string, more = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
export const formFile = (content: string): string => formPart('file', content, '; filename="a.jpg"');

/** Returns what one sender can put into a body of so many bytes: each kind of piece of a form, repeated. */
export function hostileForms(bytes: number): Readonly<Record<string, string>> {
  const filled = (text: string): string => text.repeat(Math.floor((bytes - 1_000) / text.length));
  const disposition = '--b\r\nContent-Disposition: form-data';
  return {
    'the shortest parts': filled('--b\r\n\r\n\r\n'),
    'parts with a name': filled(formPart('a', '')),
    'files without content': filled(formFile('')),
    'parts after the file': `${formFile('x')}${filled(formPart('type', '0'))}`,
    'parameters of one header': `${disposition}${filled('; a=b')}\r\n\r\n0\r\n`,
    'parameters that are encoded': `${disposition}${filled("; a*=utf-8''%41")}\r\n\r\n0\r\n`,
    'headers of one part': `--b\r\n${filled('a: b\r\n')}\r\n0\r\n`,
    'a header that never ends': `--b\r\n${filled('a')}`,
    'folded lines': `${disposition}\r\n${filled(' a\r\n')}\r\n0\r\n`,
    'a long name': formPart(filled('n'), '0'),
    'a long field': formPart('type', filled('0')),
    'text before the first part': `${filled('x\r\n')}${formFile('x')}`,
    'ends of lines': filled('\r\n'),
    'almost boundaries': filled('\r\n--'),
  };
}
