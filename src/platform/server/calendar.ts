/** iCalendar files (RFC 5545). */

export type CalendarEvent = {
  /** The same for each version of an event. */
  uid: string
  /** When this version was made. */
  stamp: Date
  /** Counts the versions of an event. */
  sequence?: number
  /** '2026-11-30' */
  day: string
  /** When it starts; without it the event lasts all day. */
  start?: Date | null
  summary: string
  location: string
  description: string
  url: string
}

/** `product` names the program that made the file. */
export function calendarFile(product: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${product}//EN`,
    'METHOD:PUBLISH',
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return lines.map((it) => `${folded(it)}\r\n`).join('')
}

const linesOf = ({ uid, stamp, sequence, day, start, summary, location, description, url }: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${utc(stamp)}`,
  ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
  // A moment in UTC needs no rules of time zones; calendars show it in the reader's.
  ...(start ? [`DTSTART:${utc(start)}`, 'DURATION:PT1H'] : [`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`]),
  `SUMMARY:${escaped(summary)}`,
  `LOCATION:${escaped(location)}`,
  `DESCRIPTION:${escaped(description)}`,
  `URL:${url}`,
  `TRANSP:${start ? 'OPAQUE' : 'TRANSPARENT'}`,
  'END:VEVENT',
]

const utc = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r?\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')

const maxLine = 75

/** Lines have at most 75 octets; a continuation begins with a space. */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const character of line) {
    if (Buffer.byteLength(current + character) > maxLine) {
      lines.push(current)
      current = ' '
    }
    current += character
  }
  return [...lines, current].join('\r\n')
}
