/** iCalendar files (RFC 5545) of all-day events. */

export type CalendarEvent = {
  /** The same for each version of an event. */
  uid: string
  /** When this version was made. */
  stamp: Date
  /** Counts the versions of an event. */
  sequence?: number
  /** '2026-11-30' */
  day: string
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

const linesOf = ({ uid, stamp, sequence, day, summary, location, description, url }: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${stamp.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
  ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
  `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
  `SUMMARY:${escaped(summary)}`,
  `LOCATION:${escaped(location)}`,
  `DESCRIPTION:${escaped(description)}`,
  `URL:${url}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

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
