/** The numbers of lists in the scripts of the world, by the name of the format in OOXML. */

type Writer = (number: number) => string;

/** Letters that are counted through once; then follow digits. */
const letters = (alphabet: string): Writer => {
  const all = Array.from(alphabet);
  return (number) => all[number - 1] ?? String(number);
};

/** The digits of a script, from 0. */
const digits = (ten: string): Writer => {
  const all = Array.from(ten);
  return (number) => Array.from(String(number), (digit) => all[Number(digit)] ?? digit).join('');
};

interface Counting {
  /** From 0. */
  readonly digits: string;
  /** Ten, hundred, thousand, ten thousand. */
  readonly units: string;
  /** Whether a one before a unit is written; `first`: not before the ten of a number up to 19. */
  readonly one: 'always' | 'never' | 'first';
  /** What stands for digits that are skipped; empty for nothing. */
  readonly zero?: string;
}

/** Digits with their units: two ten five for 25. */
function counting({ digits: ten, units, one, zero = '' }: Counting): Writer {
  const names = Array.from(ten);
  const [tens = '', hundreds = '', thousands = '', myriad = ''] = Array.from(units);
  const scale = [thousands, hundreds, tens, ''];
  const below = (number: number, isStart: boolean): string => {
    let written = '';
    let isSkipped = false;
    for (const [index, digit] of Array.from(String(number).padStart(4, '0'), Number).entries()) {
      if (digit === 0) {
        isSkipped ||= written !== '';
        continue;
      }
      const unit = scale[index] ?? '';
      if (isSkipped) written += zero;
      isSkipped = false;
      const isBare = digit === 1 && unit !== '' && (one === 'never' || (one === 'first' && isStart && number < 20));
      written += (isBare ? '' : (names[digit] ?? '')) + unit;
    }
    return written;
  };
  return (number) => {
    if (number === 0) return names[0] ?? '0';
    if (number >= 100_000_000) return String(number);
    const high = Math.floor(number / 10_000);
    const low = number % 10_000;
    const between = high > 0 && low > 0 && low < 1000 ? zero : '';
    return `${high > 0 ? below(high, true) + myriad : ''}${between}${low > 0 ? below(low, high === 0) : ''}`;
  };
}

/** Characters of Unicode from `first` on, for 1 to `last`. */
const enclosed =
  (first: number, last: number): Writer =>
  (number) =>
    number >= 1 && number <= last ? String.fromCodePoint(first + number - 1) : String(number);

const STEMS = '甲乙丙丁戊己庚辛壬癸';
const BRANCHES = '子丑寅卯辰巳午未申酉戌亥';
const HEBREW = 'אבגדהוזחטיכלמנסעפצקרשת';
const RUSSIAN = 'абвгдежзиклмнопрстуфхцчшщэюя';
const AIUEO = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン';
const IROHA = 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン';
const HALF_WIDTH = new Map(
  Array.from(AIUEO, (kana, index) => [
    kana,
    Array.from('ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ')[index] ?? kana,
  ]),
);
const halfWidth = (kana: string): string => Array.from(kana, (one) => HALF_WIDTH.get(one) ?? one).join('');
const KOREAN_ONES = ' 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉'.split(' ');
const KOREAN_TENS = ' 열 스물 서른 마흔 쉰 예순 일흔 여든 아흔'.split(' ');
const CHINESE: Counting = { digits: '〇一二三四五六七八九', units: '十百千万', one: 'first', zero: '〇' };
const chineseUpTo99 = (number: number): string =>
  number < 100 ? counting(CHINESE)(number) : digits(CHINESE.digits)(number);

/** Numbers of Hebrew letters: hundreds, tens, ones; 15 and 16 avoid the name of God. */
function hebrewNumber(number: number): string {
  if (number < 1 || number > 999) return String(number);
  const all = Array.from(HEBREW);
  const hundreds = Math.floor(number / 100);
  const tens = Math.floor((number % 100) / 10);
  const high = 'ת'.repeat(Math.floor(hundreds / 4)) + (hundreds % 4 === 0 ? '' : (all[17 + (hundreds % 4)] ?? ''));
  if (number % 100 === 15) return `${high}טו`;
  if (number % 100 === 16) return `${high}טז`;
  return high + (tens === 0 ? '' : (all[8 + tens] ?? '')) + (number % 10 === 0 ? '' : (all[(number % 10) - 1] ?? ''));
}

export const SCRIPTS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['aiueo', letters(halfWidth(AIUEO))],
  ['aiueoFullWidth', letters(AIUEO)],
  ['arabicAbjad', letters('أبجدهوزحطيكلمنسعفصقرشتثخذضظغ')],
  ['arabicAlpha', letters('أبتثجحخدذرزسشصضطظعغفقكلمنهوي')],
  ['chineseCounting', chineseUpTo99],
  ['chineseCountingThousand', counting(CHINESE)],
  [
    'chineseLegalSimplified',
    counting({ digits: '零壹贰叁肆伍陆柒捌玖', units: '拾佰仟萬', one: 'always', zero: '零' }),
  ],
  ['chosung', letters('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ')],
  ['decimalEnclosedCircle', enclosed(0x2460, 20)],
  ['decimalEnclosedCircleChinese', enclosed(0x2460, 20)],
  ['decimalEnclosedFullstop', enclosed(0x2488, 20)],
  ['decimalEnclosedParen', enclosed(0x2474, 20)],
  ['decimalFullWidth', digits('０１２３４５６７８９')],
  ['decimalFullWidth2', digits('０１２３４５６７８９')],
  ['ganada', letters('가나다라마바사아자차카타파하')],
  ['hebrew1', hebrewNumber],
  ['hebrew2', letters(HEBREW)],
  ['hindiConsonants', letters('कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह')],
  ['hindiNumbers', digits('०१२३४५६७८९')],
  ['hindiVowels', letters('अआइईउऊऋएऐओऔ')],
  ['ideographDigital', digits('〇一二三四五六七八九')],
  ['ideographEnclosedCircle', enclosed(0x3280, 10)],
  [
    'ideographLegalTraditional',
    counting({ digits: '零壹貳參肆伍陸柒捌玖', units: '拾佰仟萬', one: 'always', zero: '零' }),
  ],
  ['ideographTraditional', letters(STEMS)],
  ['ideographZodiac', letters(BRANCHES)],
  [
    'ideographZodiacTraditional',
    (number) => (number < 1 ? String(number) : `${STEMS[(number - 1) % 10]}${BRANCHES[(number - 1) % 12]}`),
  ],
  ['iroha', letters(halfWidth(IROHA))],
  ['irohaFullWidth', letters(IROHA)],
  ['japaneseCounting', counting({ digits: '〇一二三四五六七八九', units: '十百千万', one: 'never' })],
  ['japaneseDigitalTenThousand', digits('〇一二三四五六七八九')],
  ['japaneseLegal', counting({ digits: '〇壱弐参四伍六七八九', units: '拾百阡萬', one: 'always' })],
  ['koreanCounting', counting({ digits: '영일이삼사오육칠팔구', units: '십백천만', one: 'never' })],
  ['koreanDigital', digits('영일이삼사오육칠팔구')],
  ['koreanDigital2', digits('零一二三四五六七八九')],
  [
    'koreanLegal',
    (number) =>
      number >= 1 && number < 100
        ? `${KOREAN_TENS[Math.floor(number / 10)]}${KOREAN_ONES[number % 10]}`
        : String(number),
  ],
  ['russianLower', letters(RUSSIAN)],
  ['russianUpper', letters(RUSSIAN.toUpperCase())],
  ['taiwaneseCounting', chineseUpTo99],
  ['taiwaneseCountingThousand', counting({ ...CHINESE, units: '十百千萬' })],
  ['taiwaneseDigital', digits('○一二三四五六七八九')],
  ['thaiLetters', letters('กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ')],
  ['thaiNumbers', digits('๐๑๒๓๔๕๖๗๘๙')],
]);
