import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

export interface HostileFile {
  readonly what: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const SCRIPT = '<script>document.title="owned"</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
const html = `<!doctype html><html><body>${SCRIPT}</body></html>`;

const crcTable = Array.from({ length: 256 }, (_, at) => {
  let value = at;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
const crc = (bytes: Buffer) =>
  (bytes.reduce((sum, byte) => (crcTable[(sum ^ byte) & 255] as number) ^ (sum >>> 8), 0xffffffff) ^
    0xffffffff) >>>
  0;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG whose header promises a size; its pixels are zeros, as many as `rows` lines of it. */
export function emptyPng(width: number, height: number, rows: number, colour = 2, depth = 8): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, 0], 8);
  const samples = { 0: 1, 2: 3, 6: 4 }[colour] as number;
  const pixels = Buffer.alloc((1 + (width * samples * depth) / 8) * rows);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG whose header promises a size. */
function jpegOf(base: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(base);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** The 200 files: what each is, and what it claims to be. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background: '#a33' } });
  const [jpeg, png, webp, gif, tiff] = await Promise.all([
    image.clone().jpeg().toBuffer(),
    image.clone().png().toBuffer(),
    image.clone().webp().toBuffer(),
    image.clone().gif().toBuffer(),
    image.clone().tiff().toBuffer(),
  ]);
  const images = { jpeg, png, webp } as const;
  const actives: Record<string, string> = {
    svg,
    html,
    xhtml: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`,
    script: 'alert(document.cookie)',
    pdf: '%PDF-1.7\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj',
    xslt: '<?xml-stylesheet href="javascript:alert(1)"?><a/>',
    php: '<?php system($_GET["c"]); ?>',
    shell: '#!/bin/sh\nid',
    entity: '<!DOCTYPE s [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>',
    postscript: '%!PS\n(%pipe%id) (r) file',
    mvg: 'push graphic-context\nimage over 0,0 0,0 "|id"',
  };
  const claims = [
    ['photo.jpg', 'image/jpeg'],
    ['photo.png', 'image/png'],
    ['photo.svg', 'image/svg+xml'],
    ['../../index.html', 'text/html'],
    ['photo.jpg\u0000.html', 'application/octet-stream'],
  ] as const;
  const files: HostileFile[] = [];
  const add = (what: string, bytes: Buffer, claim: readonly [string, string] = claims[0]) =>
    files.push({ what, bytes, name: claim[0], type: claim[1] });

  for (const [kind, text] of Object.entries(actives))
    for (const claim of claims) add(`${kind} as ${claim[1]}`, Buffer.from(text), claim);
  for (const [format, bytes] of Object.entries(images)) {
    for (const [kind, text] of Object.entries(actives)) {
      add(`${format} with ${kind} behind it`, Buffer.concat([bytes, Buffer.from(text)]), claims[3]);
      add(`${kind} before ${format}`, Buffer.concat([Buffer.from(text), bytes]));
    }
    for (let part = 1; part <= 8; part += 1)
      add(`${format}, ${part} of 9 parts`, bytes.subarray(0, Math.floor((bytes.length * part) / 9)));
    for (let turn = 1; turn <= 6; turn += 1) {
      const damaged = Buffer.from(bytes);
      for (let at = 16 + turn; at < damaged.length; at += 7 * turn)
        damaged[at] = (damaged[at] as number) ^ 0x5a;
      add(`${format}, damaged ${turn}`, damaged);
    }
    add(`${format} in gzip`, gzipSync(bytes));
    add(`the head of ${format} alone`, bytes.subarray(0, 12));
  }
  for (const [kind, bytes] of [
    ['gif', gif],
    ['tiff', tiff],
  ] as const)
    for (const claim of claims.slice(0, 2)) add(`${kind} as ${claim[1]}`, bytes, claim);
  for (const [width, height] of [
    [30_000, 30_000],
    [65_500, 65_500],
    [65_500, 700],
    [1, 65_500],
  ] as const) {
    add(`a jpeg that promises ${width} × ${height}`, jpegOf(jpeg, width, height));
    add(`a png that promises ${width} × ${height}`, emptyPng(width, height, 1));
  }
  add('a png of 30,000 pixels a side', emptyPng(30_000, 30_000, 200));
  add(
    'a png of 2,147,483,647 pixels a side',
    Buffer.concat([emptyPng(4, 4, 4).subarray(0, 16), Buffer.alloc(8, 0x7f)]),
  );
  add('a png bomb of 39 megapixels', emptyPng(6_244, 6_244, 6_244, 0));
  add('a png of 16 bits and 36 megapixels', emptyPng(6_000, 6_000, 4, 6, 16));
  const profile = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(4 << 20))]);
  const at = 33;
  add(
    'a png whose profile is a bomb',
    Buffer.concat([png.subarray(0, at), chunk('iCCP', profile), png.subarray(at)]),
  );
  add(
    'a png whose text is a script',
    Buffer.concat([png.subarray(0, at), chunk('tEXt', Buffer.from(`a\0${html}`)), png.subarray(at)]),
  );
  add(
    'a png whose text is a bomb',
    Buffer.concat([
      png.subarray(0, at),
      chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(4 << 20))])),
      png.subarray(at),
    ]),
  );
  for (let seed = 1; files.length < 200; seed += 1) {
    const noise = Buffer.alloc(64 + seed * 16);
    for (let index = 0, value = seed * 2654435761; index < noise.length; index += 1) {
      value = (Math.imul(value, 1664525) + 1013904223) >>> 0;
      noise[index] = value >>> 24;
    }
    add(`noise ${seed} behind the head of a jpeg`, Buffer.concat([jpeg.subarray(0, 20), noise]));
  }
  return files;
}
