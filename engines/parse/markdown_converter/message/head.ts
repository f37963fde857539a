/** Writes the headers of a message: the subject as heading, the others one per line. */
import { headingLine } from '../../documents/markdown/blocks.ts';
import { escapeInline } from '../../documents/markdown/escape.ts';

export interface Person {
  /** Empty when only the address is known. */
  readonly name: string;
  /** Empty when only the name is known. */
  readonly address: string;
}

export interface MessageHead {
  readonly subject: string;
  readonly from: readonly Person[];
  /** Who sent it for the authors; empty if they did. */
  readonly sender: readonly Person[];
  readonly to: readonly Person[];
  readonly cc: readonly Person[];
  readonly bcc: readonly Person[];
  /** Who is to be answered instead of the senders. */
  readonly replyTo: readonly Person[];
  /** As the message has it, because only this shows the sender's own time; empty without a date. */
  readonly date: string;
  /** Further headers by name, those without a value included. */
  readonly others: readonly (readonly [name: string, value: string])[];
}

export const isKnown = ({ name, address }: Person): boolean => name !== '' || address !== '';

/** RFC 5322: `"Ada Lovelace" <ada@example.org>`. */
export function mailbox({ name, address }: Person): string {
  if (name === '') return address;
  return address === '' ? name : `${quoted(name)} <${address}>`;
}

/** Names are always quoted, because they may contain commas. */
const quoted = (name: string): string => `"${name.replace(/["\\]/g, '\\$&')}"`;

export function writeHead({ subject, from, sender, to, cc, bcc, replyTo, date, others }: MessageHead): string {
  const headers = Object.entries({ From: from, Sender: sender, To: to, Cc: cc, Bcc: bcc, 'Reply-To': replyTo }).map(
    ([name, people]) => [name, people.filter(isKnown).map(writePerson).join(', ')] as const,
  );
  const plain = [['Date', date] as const, ...others].map(([name, value]) => [name, escapeInline(value)] as const);
  const lines = [...headers, ...plain].filter(([, value]) => value !== '');
  return [headingLine(1, subject), lines.map(([name, value]) => `**${name}:** ${value}`).join('  \n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** An address that Markdown reads as a link when it is in angle brackets. */
const AUTOLINK = /^\w[\w.!#$%&'*+/=?^{|}~-]*@[\w-]+(\.[\w-]+)*$/;

function writePerson(person: Person): string {
  const { name, address } = person;
  if (name === '' || !AUTOLINK.test(address)) return escapeInline(mailbox(person));
  return `${escapeInline(quoted(name))} <${address}>`;
}
