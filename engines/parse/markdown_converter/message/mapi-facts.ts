/** What items of Outlook say besides their text: categories, appointments, contacts, tasks, and fields of users. */
import { mailbox } from './head.ts';
import type { MapiProperties, PropertyName } from './mapi-properties.ts';

const PUBLIC = 0x00020329;
const APPOINTMENT = 0x00062002;
const TASK = 0x00062003;
const ADDRESS = 0x00062004;
const COMMON = 0x00062008;
const JOURNAL = 0x0006200a;

/** Name for readers, and where it is: the identifier of a property, or its name in a set. */
type Fact = readonly [name: string, property: string | PropertyName];

const FACTS: readonly Fact[] = [
  ['Categories', [PUBLIC, 'Keywords']],
  ['Flag', [COMMON, 0x8530]],
  ['Contacts', [COMMON, 0x853a]],
  ['Companies', [COMMON, 0x8539]],
  ['Billing', [COMMON, 0x8535]],
  ['Mileage', [COMMON, 0x8534]],
  ['Start', [APPOINTMENT, 0x820d]],
  ['End', [APPOINTMENT, 0x820e]],
  ['Where', [APPOINTMENT, 0x8208]],
  ['Repeats', [APPOINTMENT, 0x8232]],
  ['Owner', [TASK, 0x811f]],
  ['Kind', [JOURNAL, 0x8700]],
  ['Begun', [JOURNAL, 0x8706]],
  ['Ended', [JOURNAL, 0x8708]],
  ['Name', '3001'],
  ['Nickname', '3A4F'],
  ['Job title', '3A17'],
  ['Company', '3A16'],
  ['Department', '3A18'],
  ['Office', '3A19'],
  ['Profession', '3A46'],
  ['Manager', '3A4E'],
  ['Assistant', '3A30'],
  ['Spouse', '3A48'],
  ['Children', '3A58'],
  ['E-mail', [ADDRESS, 0x8083]],
  ['E-mail 2', [ADDRESS, 0x8093]],
  ['E-mail 3', [ADDRESS, 0x80a3]],
  ['Messenger', [ADDRESS, 0x8062]],
  ['Business phone', '3A08'],
  ['Business phone 2', '3A1B'],
  ['Company phone', '3A57'],
  ['Mobile phone', '3A1C'],
  ['Home phone', '3A09'],
  ['Home phone 2', '3A2F'],
  ['Other phone', '3A1F'],
  ['Car phone', '3A1E'],
  ['Pager', '3A21'],
  ['Business fax', '3A24'],
  ['Home fax', '3A25'],
  ['Business address', [ADDRESS, 0x801b]],
  ['Home address', [ADDRESS, 0x801a]],
  ['Other address', [ADDRESS, 0x801c]],
  ['Web page', [ADDRESS, 0x802b]],
  ['Business page', '3A51'],
  ['Personal page', '3A50'],
];

/** Times of which the day alone is meant. */
const DAYS: readonly Fact[] = [
  ['Start', [TASK, 0x8104]],
  ['Due', [TASK, 0x8105]],
  ['Completed', [TASK, 0x810f]],
  ['Birthday', '3A42'],
  ['Anniversary', '3A41'],
];
const DATE_LENGTH = '2026-01-01'.length;

const STATUS: Fact = ['Status', [TASK, 0x8101]];
/** By number; nothing is said of a task that is not begun. */
const STATUSES = ['', 'In progress', 'Complete', 'Waiting', 'Deferred'];
const PERCENT: Fact = ['Complete', [TASK, 0x8102]];

/** Of a list of addresses: each is an entry that stands for itself. */
const MEMBERS: PropertyName = [ADDRESS, 0x8054];
const MEMBER_HEAD = 24;
const MEMBER_IS_WIDE = 0x8000;

/** The names of fields that users defined are in these bytes, in UTF-16. More than this would be no form. */
const DEFINITIONS: PropertyName = [COMMON, 0x8540];
const DEFINITION_BYTES = 64 * 1024;
/** Of a time that is not known. */
const NEVER = '4501-';

/** Names and values, those that the item does not have included. */
export function readFacts(item: MapiProperties): (readonly [name: string, value: string])[] {
  const valueOf = ([, property]: Fact): string => {
    const id = typeof property === 'string' ? property : item.idOf(property);
    const value = item.shown(id).replace(/\s+/g, ' ').trim();
    return value.startsWith(NEVER) ? '' : value;
  };
  const definitions = item.bytes(item.idOf(DEFINITIONS))?.subarray(0, DEFINITION_BYTES) ?? Buffer.alloc(0);
  const ofUsers = item
    .namesOf(PUBLIC)
    .filter(([name]) => name !== '' && definitions.includes(Buffer.from(name, 'utf16le')))
    .map(([name, id]) => [name, item.shown(id)] as const);
  const share = Number(valueOf(PERCENT));
  return [
    ...FACTS.map((fact) => [fact[0], valueOf(fact)] as const),
    ...DAYS.map((fact) => [fact[0], valueOf(fact).slice(0, DATE_LENGTH)] as const),
    [STATUS[0], STATUSES[Number(valueOf(STATUS))] ?? ''],
    [PERCENT[0], share > 0 ? `${Math.round(share * 100)} %` : ''],
    ['Members', item.lists(item.idOf(MEMBERS)).map(memberOf).join(', ')],
    ...ofUsers,
  ];
}

function memberOf(entry: Buffer): string {
  if (entry.length < MEMBER_HEAD) return '';
  const isWide = (entry.readUInt16LE(MEMBER_HEAD - 2) & MEMBER_IS_WIDE) !== 0;
  const [name = '', , address = ''] = entry.toString(isWide ? 'utf16le' : 'latin1', MEMBER_HEAD).split('\0');
  return mailbox({ name: name === address ? '' : name, address });
}
