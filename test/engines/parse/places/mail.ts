/** Places of messages, mailboxes and calendars. */
import { makeSigned } from '../../../support/documents/cms.ts';
import { makeCompoundFile, type Storage } from '../../../support/documents/compound-file.ts';
import { makeTnef } from '../../../support/documents/tnef.ts';
import { makeZip } from '../../../support/documents/zip.ts';
import { chosenBy, MARKER, none, OUT, warned, type Decision, type Format } from './place.ts';

const HEAD = 'From: Ada <ada@example.org>\r\nSubject: Tides\r\nMIME-Version: 1.0\r\n';
const plain = (text: string): string => `Content-Type: text/plain\r\n\r\n${text}\r\n`;
const parts = (kind: string, ...bodies: readonly string[]): string =>
  `${HEAD}Content-Type: multipart/${kind}; boundary=b\r\n\r\n${bodies.map((body) => `--b\r\n${body}\r\n`).join('')}--b--\r\n`;
const header = (line: string): string => `${HEAD}${line}\r\n\r\nHello\r\n`;
const attached = (type: string, content: string | Uint8Array, name = 'file'): string =>
  parts(
    'mixed',
    plain('Hello'),
    `Content-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64` +
      `\r\n\r\n${Buffer.from(content).toString('base64')}`,
  );
const html = (body: string): string => `Content-Type: text/html\r\n\r\n${body}\r\n`;

export const MESSAGES: Format = {
  name: 'Messages (EML) and mailboxes (MBOX)',
  mediaTypes: ['message/rfc822', 'application/mbox'],
  places: [
    ['Text', OUT, `${HEAD}\r\n${MARKER}\r\n`],
    ['Text as HTML', OUT, `${HEAD}${html(`<p>${MARKER}</p>`)}`],
    [
      'Text as HTML: hidden text',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      `${HEAD}${html(`<p>Hello<span style="display:none">${MARKER}</span></p>`)}`,
    ],
    [
      'Text as HTML: maps of pictures',
      OUT,
      `${HEAD}${html(`<map><area href="https://example.org/" alt="${MARKER}"></map>`)}`,
    ],
    [
      'Text beside a version as HTML, with other words',
      warned('objects_omitted'),
      parts('alternative', plain(MARKER), html('<p>Hello</p>')),
    ],
    ['Further texts', OUT, parts('mixed', plain('Hello'), plain(MARKER))],
    [
      'Text after an attachment',
      OUT,
      parts('mixed', plain('Hello'), 'Content-Type: text/csv; name=t.csv\r\n\r\na,b', plain(MARKER)),
    ],
    [
      'Before the first part (preamble)',
      none('for programs that do not know parts'),
      parts('mixed', plain('Hello')).replace('\r\n\r\n--b', `\r\n\r\n${MARKER}\r\n--b`),
    ],
    [
      'After the last part (epilogue)',
      none('for programs that do not know parts'),
      `${parts('mixed', plain('Hello'))}${MARKER}\r\n`,
    ],
    ['Subject', OUT, header(`Subject: ${MARKER}`).replace('Subject: Tides\r\n', '')],
    ['Sender', OUT, header('').replace('Ada', MARKER)],
    ['Who sent it for the author (Sender)', OUT, header(`Sender: ${MARKER} <a@example.org>`)],
    ['Recipients', OUT, header(`To: ${MARKER} <a@example.org>`)],
    ['Recipients of copies', OUT, header(`Cc: ${MARKER} <a@example.org>`)],
    ['Names of groups of recipients', OUT, header(`To: ${MARKER}: a@example.org, b@example.org;`)],
    ['Whom to answer (Reply-To)', OUT, header(`Reply-To: ${MARKER} <a@example.org>`)],
    ['Date', OUT, header(`Date: ${MARKER}`)],
    ['Keywords', OUT, header(`Keywords: ${MARKER}`)],
    ['Comments in the head', OUT, header(`Comments: ${MARKER}`)],
    ['Organization', OUT, header(`Organization: ${MARKER}`)],
    [
      'Identifiers and ways of delivery',
      none('for programs'),
      header(`Message-ID: <${MARKER}@example.org>\r\nReceived: by ${MARKER}`),
    ],
    ['Names of attachments', OUT, attached('text/plain', 'a', `${MARKER}.txt`)],
    ['Texts attached', OUT, attached('text/plain', MARKER, 'a.txt')],
    ['Archives attached', OUT, attached('application/zip', makeZip({ 'a.txt': MARKER }), 'a.zip')],
    ['Messages attached', OUT, attached('message/rfc822', `${HEAD}\r\n${MARKER}\r\n`, 'a.eml')],
    [
      'Messages forwarded as parts',
      OUT,
      parts('mixed', plain('Hello'), `Content-Type: message/rfc822\r\n\r\n${HEAD}\r\n${MARKER}\r\n`),
    ],
    ['Digests', OUT, parts('digest', `\r\n${HEAD}\r\n${MARKER}\r\n`)],
    [
      'Reports of delivery',
      OUT,
      parts('report', plain('Hello'), `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; ${MARKER}\r\n`),
    ],
    [
      'Heads of messages that were returned',
      OUT,
      parts('report', plain('Hello'), `Content-Type: text/rfc822-headers\r\n\r\nSubject: ${MARKER}\r\n`),
    ],
    [
      'Files outside the message (external-body)',
      OUT,
      parts(
        'mixed',
        plain('Hello'),
        `Content-Type: message/external-body; access-type=URL; URL="https://example.org/${MARKER}"\r\n\r\nContent-Type: text/plain\r\n\r\n`,
      ),
    ],
    [
      'Descriptions of parts',
      OUT,
      parts('mixed', plain('Hello'), `Content-Type: text/csv; name=t.csv\r\nContent-Description: ${MARKER}\r\n\r\na,b`),
    ],
    [
      'Descriptions of texts',
      none('the text itself is there, and programs show no name of it'),
      parts('mixed', `Content-Description: ${MARKER}\r\n${plain('Hello')}`),
    ],
    [
      'Invitations',
      OUT,
      parts(
        'alternative',
        plain('Hello'),
        `Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:${MARKER}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
      ),
    ],
    ['Contacts (vCard)', OUT, attached('text/vcard', `BEGIN:VCARD\r\nFN:${MARKER}\r\nEND:VCARD\r\n`, 'a.vcf')],
    [
      'Outlook files (winmail.dat)',
      OUT,
      attached('application/ms-tnef', makeTnef({ properties: { 0x1000: MARKER } }), 'winmail.dat'),
    ],
    [
      'Files of unknown types',
      warned('nested_unsupported_type'),
      attached('application/octet-stream', Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(MARKER)])),
    ],
    ['Pictures: their description', OUT, `${HEAD}${html(`<p>Hello <img src="cid:x" alt="${MARKER}"></p>`)}`],
    [
      'Signed messages',
      OUT,
      `${HEAD}Content-Type: application/pkcs7-mime; smime-type=signed-data\r\nContent-Transfer-Encoding: base64\r\n\r\n${makeSigned(plain(MARKER)).toString('base64')}\r\n`,
    ],
    [
      'Messages of mailboxes',
      OUT,
      `From ada Fri May  1 10:00:00 2020\r\n${HEAD}\r\nHello\r\n\r\nFrom ada Fri May  1 10:00:00 2020\r\n${HEAD}\r\n${MARKER}\r\n`,
    ],
    [
      'Plain text in uuencode',
      OUT,
      `${HEAD}\r\nHello\r\nbegin 644 a.txt\r\n${uuencoded(`${MARKER}\n`)}\r\n\`\r\nend\r\n`,
    ],
  ],
};

function uuencoded(text: string): string {
  const bytes = Buffer.alloc(Math.ceil(text.length / 3) * 3);
  bytes.write(text);
  const digits = [...bytes].flatMap((_, at) =>
    at % 3 === 0 ? [18, 12, 6, 0].map((shift) => (bytes.readUIntBE(at, 3) >> shift) & 63) : [],
  );
  return String.fromCharCode(32 + text.length, ...digits.map((digit) => (digit === 0 ? 96 : 32 + digit)));
}

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const msg = (entries: Storage): Buffer =>
  makeCompoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_0037001F': wide('Tides'),
    '__substg1.0_1000001F': wide('Hello'),
    ...entries,
  });
const property = (id: string): Storage => ({ [`__substg1.0_${id}001F`]: wide(MARKER) });

/** An entry of the table of short values. */
function entry(id: number, type: number, value: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16LE(type, 0);
  bytes.writeUInt16LE(id, 2);
  bytes.writeUInt32LE(value, 8);
  return bytes;
}

/** Names of the properties from 8000 on. */
function names(...all: readonly (readonly [set: number, name: number | string])[]): Storage {
  const [sets, entries, texts] = [Buffer.alloc(16 * all.length), Buffer.alloc(8 * all.length), [] as Buffer[]];
  for (const [index, [set, name]] of all.entries()) {
    const isText = typeof name === 'string';
    sets.writeUInt32LE(set, 16 * index);
    entries.writeUInt32LE(isText ? Buffer.concat(texts).length : name, 8 * index);
    entries.writeUInt16LE(((index + 3) << 1) | (isText ? 1 : 0), 8 * index + 4);
    entries.writeUInt16LE(index, 8 * index + 6);
    if (!isText) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32LE(2 * name.length);
    texts.push(length, wide(name));
  }
  return {
    '__nameid_version1.0': {
      '__substg1.0_00020102': sets,
      '__substg1.0_00030102': entries,
      '__substg1.0_00040102': Buffer.concat(texts),
    },
  };
}

const named = (set: number, name: number | string): Storage => ({ ...names([set, name]), ...property('8000') });
const namedList = (set: number, name: number | string): Storage => ({
  ...names([set, name]),
  '__substg1.0_8000101F': Buffer.alloc(8),
  '__substg1.0_8000101F-00000000': wide('a'),
  '__substg1.0_8000101F-00000001': wide(MARKER),
});
const fieldOfUser = (): Storage => ({
  ...names([0x00020329, 'Vessel'], [0x00062008, 0x8540]),
  ...property('8000'),
  '__substg1.0_80010102': Buffer.concat([Buffer.from([3, 1, 1, 0, 0, 0]), wide('Vessel')]),
});
function members(): Storage {
  const head = Buffer.alloc(24);
  head.writeUInt16LE(0x8000, 22);
  return {
    ...names([0x00062004, 0x8054]),
    '__substg1.0_80001102': Buffer.alloc(8),
    '__substg1.0_80001102-00000000': Buffer.concat([head, wide(`${MARKER}\0SMTP\0a@example.org\0`)]),
  };
}
const RTF_WITH_HIDDEN_TEXT: Storage = {
  '__substg1.0_1000001F': Buffer.alloc(0),
  '__substg1.0_10090102': Buffer.concat([Buffer.alloc(16), Buffer.from(`{\\rtf1 Hello {\\v ${MARKER}}}`)]),
};

export const OUTLOOK: Format = {
  name: 'Messages of Outlook (MSG)',
  mediaTypes: ['application/vnd.ms-outlook', 'application/x-ole-storage'],
  places: [
    ['Text', OUT, msg(property('1000'))],
    ['Text as HTML', OUT, msg({ '__substg1.0_10130102': Buffer.from(`<p>${MARKER}</p>`) })],
    ['Subject', OUT, msg(property('0037'))],
    ['Sender', OUT, msg(property('0C1A'))],
    ['Represented sender', OUT, msg(property('0042'))],
    ['Recipients', OUT, msg(property('0E04'))],
    ['Recipients of copies', OUT, msg(property('0E03'))],
    ['Blind recipients', OUT, msg(property('0E02'))],
    [
      'Names of attachments',
      OUT,
      msg({
        '__attach_version1.0_#00000000': {
          '__properties_version1.0': Buffer.alloc(8),
          ...property('3707'),
          '__substg1.0_37010102': Buffer.from('a'),
        },
      }),
    ],
    [
      'Texts attached',
      OUT,
      msg({
        '__attach_version1.0_#00000000': {
          '__properties_version1.0': Buffer.alloc(8),
          '__substg1.0_3707001F': wide('a.txt'),
          '__substg1.0_37010102': Buffer.from(MARKER),
        },
      }),
    ],
    [
      'Messages attached',
      OUT,
      msg({
        '__attach_version1.0_#00000000': {
          '__properties_version1.0': Buffer.alloc(8),
          '__substg1.0_3701000D': { '__properties_version1.0': Buffer.alloc(24), ...property('1000') },
        },
      }),
    ],
    ['Whom to answer', OUT, msg(property('0050'))],
    ['Text as RTF: hidden text', chosenBy({ hidden: true }, 'hidden_omitted'), msg(RTF_WITH_HIDDEN_TEXT)],
    [
      'Addresses of files that are attached as links',
      OUT,
      msg({
        '__attach_version1.0_#00000000': {
          '__properties_version1.0': Buffer.concat([Buffer.alloc(8), entry(0x3705, 3, 7)]),
          ...property('370D'),
        },
      }),
    ],
    ['Categories', OUT, msg(namedList(0x00020329, 'Keywords'))],
    ['Fields that a user defined', OUT, msg(fieldOfUser())],
    [
      'Other properties with names',
      none('what programs note for themselves, and headers of the internet message'),
      msg(named(0x00020386, 'x-mailer-id')),
    ],
    ['Appointments: place', OUT, msg(named(0x00062002, 0x8208))],
    ['Appointments: how they repeat', OUT, msg(named(0x00062002, 0x8232))],
    ['Tasks: owner', OUT, msg(named(0x00062003, 0x811f))],
    ['Contacts: name', OUT, msg(property('3001'))],
    ['Contacts: company', OUT, msg(property('3A16'))],
    ['Contacts: telephone', OUT, msg(property('3A08'))],
    ['Contacts: address', OUT, msg(named(0x00062004, 0x801b))],
    ['Contacts: e-mail', OUT, msg(named(0x00062004, 0x8083))],
    ['Lists of contacts: members', OUT, msg(members())],
    ['Head of the internet message', none('for programs'), msg(property('007D'))],
  ],
};

const tnef: [string, Decision, Uint8Array][] = [
  ['Text', OUT, makeTnef({ text: Buffer.from(MARKER) })],
  [
    'Text as RTF',
    OUT,
    makeTnef({ properties: { 0x1009: Buffer.concat([Buffer.alloc(16), Buffer.from(`{\\rtf1 ${MARKER}}\r\n\0`)]) } }),
  ],
  ['Text as HTML', OUT, makeTnef({ properties: { 0x1013: Buffer.from(`<p>${MARKER}</p>`) } })],
  ['Subject', OUT, makeTnef({ properties: { 0x0037: MARKER, 0x1000: 'Hello' } })],
  [
    'Recipients',
    OUT,
    makeTnef({ properties: { 0x1000: 'Hello' }, recipients: [{ 0x3001: MARKER, 0x39fe: 'a@example.org' }] }),
  ],
  [
    'Names of attachments',
    OUT,
    makeTnef({ properties: { 0x1000: 'Hello' }, attachments: [{ name: `${MARKER}.txt`, bytes: Buffer.from('a') }] }),
  ],
  [
    'Texts attached',
    OUT,
    makeTnef({ properties: { 0x1000: 'Hello' }, attachments: [{ name: 'a.txt', bytes: Buffer.from(MARKER) }] }),
  ],
  ['Categories', OUT, makeTnef({ named: [{ set: 0x00020329, name: 'Keywords', value: MARKER }] })],
  ['Appointments: place', OUT, makeTnef({ named: [{ set: 0x00062002, name: 0x8208, value: MARKER }] })],
  ['Contacts: company', OUT, makeTnef({ properties: { 0x3a16: MARKER } })],
];
export const WINMAIL: Format = {
  name: 'Outlook files (TNEF, winmail.dat)',
  mediaTypes: ['application/ms-tnef'],
  places: tnef,
};

export const SIGNED: Format = {
  name: 'Signed files (P7M)',
  mediaTypes: ['application/pkcs7-mime'],
  places: [['The file that is signed', OUT, makeSigned(MARKER)]],
};

const event = (...lines: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Tides',
    'DTSTART:20260501T100000Z',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

export const CALENDARS: Format = {
  name: 'Calendars (ICS)',
  mediaTypes: ['text/calendar'],
  places: [
    ['Summary', OUT, event().replace('Tides', MARKER)],
    ['Description', OUT, event(`DESCRIPTION:${MARKER}`)],
    ['Description as HTML', OUT, event(`X-ALT-DESC;FMTTYPE=text/html:<p>${MARKER}</p>`)],
    ['Place', OUT, event(`LOCATION:${MARKER}`)],
    ['Organizer', OUT, event(`ORGANIZER;CN=${MARKER}:mailto:a@example.org`)],
    ['Guests', OUT, event(`ATTENDEE;CN=${MARKER}:mailto:a@example.org`)],
    ['Categories', OUT, event(`CATEGORIES:${MARKER}`)],
    ['Comments', OUT, event(`COMMENT:${MARKER}`)],
    ['Contact', OUT, event(`CONTACT:${MARKER}`)],
    ['Resources', OUT, event(`RESOURCES:${MARKER}`)],
    ['Address (URL)', OUT, event(`URL:https://example.org/${MARKER}`)],
    ['Addresses of attached files', OUT, event(`ATTACH:https://example.org/${MARKER}`)],
    ['Address of a conference', OUT, event(`CONFERENCE:https://example.org/${MARKER}`)],
    [
      'Files attached',
      warned('objects_omitted'),
      event(`ATTACH;ENCODING=BASE64;VALUE=BINARY:${Buffer.from(MARKER).toString('base64')}`),
    ],
    [
      'Alarms',
      none('a reminder, shown at its time'),
      event('BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${MARKER}`, 'END:VALARM'),
    ],
    ['Tasks', OUT, event().replaceAll('VEVENT', 'VTODO').replace('Tides', MARKER)],
    ['Journals', OUT, event().replaceAll('VEVENT', 'VJOURNAL').replace('Tides', MARKER)],
    ['Name of the calendar', OUT, event().replace('BEGIN:VEVENT', `X-WR-CALNAME:${MARKER}\r\nBEGIN:VEVENT`)],
    ['Description of the calendar', OUT, event().replace('BEGIN:VEVENT', `X-WR-CALDESC:${MARKER}\r\nBEGIN:VEVENT`)],
  ],
};
