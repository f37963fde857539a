/** Makes a PDF of a picture that only PDFium decodes. */
import type { ImageSize } from './image-size.ts';
import { DPI } from './render-page.ts';

/** A PDF whose only page shows a JPEG 2000 picture, one pixel for each that is rendered. */
export function jpeg2000Pdf(picture: Uint8Array, { width, height }: ImageSize): Uint8Array {
  const [wide, high] = [width, height].map((pixels) => ((pixels * 72) / DPI).toFixed(3));
  const drawing = `${wide} 0 0 ${high} 0 0 cm /P Do`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ];
  const head = `%PDF-1.7\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}`;
  const image = `5 0 obj\n<< /Type /XObject /Subtype /Image /Filter /JPXDecode /SMaskInData 1 /Width ${width} /Height ${height} /Length ${picture.length} >>\nstream\n`;
  // PDFium rebuilds the missing table of objects.
  return Buffer.concat([
    Buffer.from(head + image, 'latin1'),
    picture,
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n', 'latin1'),
  ]);
}
