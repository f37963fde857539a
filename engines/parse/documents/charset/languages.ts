/** The letters beyond ASCII that languages write with, and the code pages that have them. */

/** The most common first. */
export const CODE_PAGES = [
  'windows-1252',
  'windows-1251',
  'windows-1250',
  'windows-1254',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'koi8-r',
  'koi8-u',
  'iso-8859-2',
  'iso-8859-5',
  'cp850',
  'cp852',
  'cp866',
  'macintosh',
  'x-mac-cyrillic',
] as const;

export type CodePage = (typeof CODE_PAGES)[number];

interface Alphabet {
  readonly script: 'Latin' | 'Cyrillic' | 'Greek' | 'Hebrew' | 'Arabic' | 'Thai';
  /** Small letters, or all of a script without case, the most frequent first. */
  readonly letters: string;
}

/** The most common first: of two that fit alike, the first is taken. */
export const ALPHABETS: readonly Alphabet[] = [
  { script: 'Latin', letters: 'üäöß' },
  { script: 'Latin', letters: 'éèàêçôîûâùïëœæÿ' },
  { script: 'Latin', letters: 'óáíñéúü' },
  { script: 'Latin', letters: 'ãçáéíóêâõàúô' },
  { script: 'Latin', letters: 'àèùòìéó' },
  { script: 'Latin', letters: 'äåöé' },
  { script: 'Latin', letters: 'åøæéèêóòâô' },
  { script: 'Latin', letters: 'ëéïöüèêó' },
  { script: 'Cyrillic', letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ' },
  { script: 'Latin', letters: 'łążęóśćńź' },
  { script: 'Latin', letters: 'ışğüçöâîû' },
  { script: 'Latin', letters: 'íáéěýřčšžůúťóďň' },
  { script: 'Latin', letters: 'áéöóőíüúű' },
  { script: 'Latin', letters: 'ăîâșțşţ' },
  { script: 'Latin', letters: 'áíéčšžýúľťňôďäóĺŕ' },
  { script: 'Latin', letters: 'čšžćđ' },
  { script: 'Cyrillic', letters: 'оаинвертіслкдумпязьйбгчхцюжїшєщфґ' },
  { script: 'Cyrillic', letters: 'аоеиитнрсвлкдпмугзъбчйщяжцхшюфь' },
  { script: 'Cyrillic', letters: 'аоиенрсјтувкдмлпгзбчћшцжњђхљфџ' },
  { script: 'Cyrillic', letters: 'анеіорлткысвядмупцьбзгйучшжхэюўёф' },
  { script: 'Greek', letters: 'αοιετσνηυρπκμλςόάίέωδγήχθύφβώξζψϊϋΐΰ' },
  { script: 'Latin', letters: 'ėšųžįąūčę' },
  { script: 'Latin', letters: 'āēīšžņļūģķč' },
  { script: 'Latin', letters: 'äõüöšž' },
  { script: 'Latin', letters: 'đáàảãạăắằẳẵặâấầẩẫậéèẻẽẹêếềểễệíìỉĩịóòỏõọôốồổỗộơớờởỡợúùủũụưứừửữựýỳỷỹỵ' },
  { script: 'Latin', letters: 'ðíáéþæóöýú' },
  { script: 'Hebrew', letters: 'יוהלאתרבשמםנדחעקטפכגסצזןךףץ' },
  { script: 'Arabic', letters: 'اليمنرتوبةعدسفهكقحجشطصخذثزضىغظأإئءآؤیکگپچژ' },
  { script: 'Thai', letters: 'ารนอกเงม่ย้ลวดทส็ตะปบคหแจพชขใไโผณซถฟษศธญภัิีึืุูำ์ฏฐฑฒฆฉฌฎฝฮฯๆๅฤๅ๊๋ํ๎ฺ' },
];
