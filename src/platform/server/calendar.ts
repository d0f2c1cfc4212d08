import {
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalEventData,
} from 'ical-generator'

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
  /** Default: 60. */
  minutes?: number
  summary: string
  location: string
  description: string
  url?: string
}

const minuteMs = 60_000

type Invitation = {
  /** 'CANCEL' takes back what was requested. */
  method: 'REQUEST' | 'CANCEL'
  organizer: { name: string; email: string }
  attendee: string
}

/** An iCalendar file of `product` of `company`, as an invitation if it is one. */
export function calendarFile(
  company: string,
  product: string,
  events: readonly CalendarEvent[],
  invitation?: Invitation,
): string {
  const method = ICalCalendarMethod[invitation?.method ?? 'PUBLISH']
  const calendar = new ICalCalendar({ prodId: { company, product }, method })
  for (const { uid, day, start, minutes = 60, summary, location, description, ...more } of events)
    calendar.createEvent({
      ...more,
      ...(invitation && invited(invitation)),
      id: uid,
      // A moment in UTC needs no rules of time zones; calendars show it in the reader's.
      ...(start
        ? { start, end: new Date(start.getTime() + minutes * minuteMs) }
        : { start: new Date(day), allDay: true }),
      summary: withoutControls(summary),
      location: withoutControls(location),
      description: withoutControls(description),
      transparency: start ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    })
  return `${calendar.toString()}\r\n`
}

/** Nobody is asked to answer the mail. */
const invited = ({ method, organizer, attendee }: Invitation): Partial<ICalEventData> => ({
  organizer: { ...organizer, name: withoutControls(organizer.name) },
  attendees: [{ email: attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  status: ICalEventStatus[method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'],
})

const withoutControls = (text: string) => text.replaceAll(/[^\P{Cc}\n]/gu, '')
