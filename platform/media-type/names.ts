/** Names of formats that no engine reads, each with advice for the user. */

const OFFICE = 'Export it as PDF or in an Office format.';
const PICTURE = 'Convert it to PNG or JPEG.';
const UNPACK = 'Unpack it, and send the files inside or a ZIP, 7-Zip, TAR or GZIP archive.';
const TABLE = 'Export its tables as CSV.';

/** By media type, or by its part before the slash. */
const FORMATS: ReadonlyMap<string, readonly [name: string, fix: string]> = new Map(
  Object.entries({
    'application/octet-stream': ['binary data of no known format', 'Send a document of a format that is listed.'],
    'application/vnd.apple.numbers': ['an Apple Numbers spreadsheet', OFFICE],
    'application/vnd.apple.keynote': ['an Apple Keynote presentation', OFFICE],
    'application/vnd.apple.pages': ['an Apple Pages document', OFFICE],
    'application/vnd.apple.iwork': ['an Apple iWork document', OFFICE],
    'application/x-sylk': ['a spreadsheet in the SYLK format', 'Save it as XLSX or CSV.'],
    'application/onenote': ['a OneNote section', OFFICE],
    'application/vnd.wordperfect': ['a WordPerfect document', OFFICE],
    'application/postscript': ['a PostScript document', 'Convert it to PDF.'],
    'image/vnd.dwg': ['an AutoCAD drawing', 'Export it as PDF.'],
    'image/x-portable-anymap': ['a Netpbm picture (PBM, PGM, PPM)', PICTURE],
    'application/vnd.sqlite3': ['a SQLite database', TABLE],
    'application/vnd.ms-access': ['an Access database', TABLE],
    'application/vnd.apache.parquet': ['a Parquet file', TABLE],
    'application/avro': ['an Avro file', TABLE],
    'application/vnd.apache.arrow.file': ['an Arrow or Feather file', TABLE],
    'application/x-hdf5': ['an HDF5 file', TABLE],
    'application/x-npy': ['a NumPy array', TABLE],
    'application/x-bzip2': ['a bzip2 archive', UNPACK],
    'application/x-xz': ['an xz archive', UNPACK],
    'application/zstd': ['a Zstandard archive', UNPACK],
    'application/vnd.rar': ['a RAR archive', UNPACK],
    'application/x-elf': ['a program', 'Programs are not read.'],
    'application/x-mach-binary': ['a program', 'Programs are not read.'],
    'application/vnd.microsoft.portable-executable': ['a program', 'Programs are not read.'],
    'application/java-vm': ['a compiled Java class', 'Programs are not read.'],
    'application/wasm': ['a WebAssembly module', 'Programs are not read.'],
    image: ['a picture', PICTURE],
    audio: ['a sound recording', 'Send its transcript.'],
    video: ['a video', 'Send its transcript.'],
    font: ['a font', 'Fonts are not read.'],
  }),
);

/** Name with its article, and a sentence of advice; `null` for formats not listed here. */
export function describeFormat(type: string): { name: string; fix: string } | null {
  const found = FORMATS.get(type) ?? FORMATS.get(type.split('/', 1)[0] ?? '');
  return found === undefined ? null : { name: found[0], fix: found[1] };
}
