import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

/** Collects a ZIP archive whose files are written side by side, piece by piece. Only compressed bytes stay in memory. */
export interface ZipWriter {
  /** Begins a file. Await each `write`; `end` closes it. */
  file(name: string): ZipFile;
  /** The whole archive, once all files are closed. @throws Error beyond 4 GB, the format's limit */
  end(): Buffer;
}

export interface ZipFile {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

const MAX_BYTES = 0xffff_ffff;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATED = 8;
/** 1980-01-01, the format's earliest date: the archive says nothing of the machine that made it. */
const DATE = 0x0021;

interface Done {
  readonly name: Buffer;
  readonly packed: Buffer;
  readonly crc: number;
  readonly size: number;
}

/** The fields that a file's header and its entry in the directory have in common. */
function fieldsOf({ name, packed, crc, size }: Done): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(FLAGS, 2);
  fields.writeUInt16LE(DEFLATED, 4);
  fields.writeUInt16LE(0, 6);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

export function createZip(): ZipWriter {
  const done: Done[] = [];

  function file(name: string): ZipFile {
    const pieces: Buffer[] = [];
    const deflate: DeflateRaw = createDeflateRaw();
    deflate.on('data', (piece: Buffer) => void pieces.push(piece));
    let crc = 0;
    let size = 0;
    return {
      write(text) {
        const bytes = Buffer.from(text);
        crc = crc32(bytes, crc);
        size += bytes.length;
        return new Promise((resolve, reject) => {
          deflate.write(bytes, (error) => (error == null ? resolve() : reject(error)));
        });
      },
      async end() {
        await new Promise<void>((resolve, reject) => {
          deflate.once('end', resolve).once('error', reject);
          deflate.end();
        });
        done.push({ name: Buffer.from(name), packed: Buffer.concat(pieces), crc, size });
      },
    };
  }

  return {
    file,
    end() {
      const parts: Buffer[] = [];
      const directory: Buffer[] = [];
      let offset = 0;
      for (const each of done) {
        const fields = fieldsOf(each);
        const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, each.name, each.packed]);
        const place = Buffer.alloc(14);
        place.writeUInt32LE(offset, 10);
        directory.push(
          Buffer.from('PK\x01\x02', 'latin1'),
          Buffer.from([VERSION, 0]),
          fields,
          place,
          each.name,
        );
        parts.push(header);
        offset += header.length;
      }
      const index = Buffer.concat(directory);
      if (offset + index.length > MAX_BYTES) throw new Error('the archive is too large');
      const end = Buffer.alloc(22);
      end.write('PK\x05\x06', 'latin1');
      end.writeUInt16LE(done.length, 8);
      end.writeUInt16LE(done.length, 10);
      end.writeUInt32LE(index.length, 12);
      end.writeUInt32LE(offset, 16);
      return Buffer.concat([...parts, index, end]);
    },
  };
}
