import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'

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

const hourMs = 3_600_000

/** An iCalendar file of `product` of `company`. */
export function calendarFile(company: string, product: string, events: readonly CalendarEvent[]): string {
  const calendar = new ICalCalendar({ prodId: { company, product }, method: ICalCalendarMethod.PUBLISH })
  for (const { uid, day, start, summary, location, description, ...more } of events)
    calendar.createEvent({
      ...more,
      id: uid,
      // A moment in UTC needs no rules of time zones; calendars show it in the reader's.
      ...(start ? { start, end: new Date(start.getTime() + hourMs) } : { start: new Date(day), allDay: true }),
      summary: withoutControls(summary),
      location: withoutControls(location),
      description: withoutControls(description),
      transparency: start ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    })
  return `${calendar.toString()}\r\n`
}

const withoutControls = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, '')
