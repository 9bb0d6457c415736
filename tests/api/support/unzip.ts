import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a ZIP archive by name, found by its directory, their checksums compared. */
export function unzip(archive: Buffer): ReadonlyMap<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const offset = archive.readUInt32LE(at + 42);
    const begin = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const bytes = inflateRawSync(archive.subarray(begin, begin + archive.readUInt32LE(at + 20)));
    if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    files.set(name, bytes.toString());
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/** The records of a CSV file by the names of its columns. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign === '"' && text[at + 1] === '"') at += 1;
      else if (sign === '"') isQuoted = false;
      if (sign !== '"' || isQuoted) cell += sign;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',' || sign === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (sign === '\n') rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  const [head = [], ...lines] = rows.filter((row) => row.length > 0);
  return lines.map((line) => Object.fromEntries(head.map((name, index) => [name, line[index] ?? ''])));
}
