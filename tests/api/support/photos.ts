import sharp from 'sharp';

/** A picture like a photo of a document: many lines of text on a card. `blur` is the radius of a blur in pixels. */
export async function photo(blur = 0, size = { width: 1200, height: 800 }): Promise<Buffer> {
  const lines = Array.from({ length: 14 }, (_, line) => {
    const y = 60 + line * 52;
    return `<text x="50" y="${y}" font-size="34" font-family="sans-serif">SPECIMEN ${line} 0123456789 Ada Lovelace</text>
      <rect x="800" y="${y - 26}" width="${40 + line * 20}" height="18"/>`;
  });
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
    <rect width="1200" height="800" fill="#dcd8c8"/>${lines.join('')}</svg>`;
  const drawn = await sharp(Buffer.from(card)).resize(size).png({ compressionLevel: 1 }).toBuffer();
  const image = sharp(drawn).withExif({ IFD0: { Artist: 'a-name-in-the-metadata' } });
  return (blur === 0 ? image : image.blur(blur)).jpeg().toBuffer();
}
