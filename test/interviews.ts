import ICAL from 'ical.js'
import { expect } from 'vitest'
import type { Interview } from '#features/inquiries/contract.ts'
import { findMails } from '#platform/server/mail/queries.ts'
import { applied, theirs } from './applications.ts'
import { app, employer, physician } from './hiring.ts'
import type { SignedIn } from './sign-in.ts'

/** What the two sides of `hiring.ts` do about an interview, and what is mailed of it. */

/** A day to come, on clocks without summer time: seven hours less than in UTC. */
export const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const early = dayIn(60)
export const late = dayIn(61)
export const timeZone = 'America/Phoenix'
export const proposal = {
  act: 'propose',
  times: [`${late}T15:00`, `${early}T09:30`, ''],
  timeZone,
  minutes: 45,
  place: 'https://meet.test/heart',
  sequence: null as number | null,
}
export const first = `${early}T16:30:00.000Z`
export const second = `${late}T22:00:00.000Z`
export const propose = (id: string, more: Partial<typeof proposal> = {}, by = employer) =>
  by.post(`/api/threads/${id}/interview`, { ...proposal, ...more })
export const respond = (
  id: string,
  sequence: number,
  time: string | null,
  word = '',
  by = physician,
) =>
  by.post(`/api/threads/${id}/interview`, {
    sequence,
    ...(time === null ? { act: 'decline', word } : { act: 'accept', time }),
  })
export const cancel = (by: SignedIn, id: string, sequence: number, word = '') =>
  by.post(`/api/threads/${id}/interview`, { act: 'cancel', sequence, word })
export const shown = async (id: string): Promise<Interview> =>
  (await theirs(id)).interview ?? expect.fail()
/** An application with times to choose from. */
export async function invited(): Promise<string> {
  const id = await applied()
  expect((await propose(id)).statusCode).toBe(200)
  return id
}
export async function agreed(): Promise<string> {
  const id = await invited()
  expect((await respond(id, 0, first)).statusCode).toBe(200)
  return id
}

export const mailsAbout = async (person: SignedIn) =>
  (await findMails(app.db, { to: person.user.email, limit: 100 })).filter((mail) =>
    mail.cause.startsWith('interview'),
  )
type Invitation = {
  method: string
  uid: string
  sequence: number
  location: string
  start: string
  calendar: string
}
/** The invitations of somebody's mails, the newest first, as a calendar program reads them. */
export async function invitations(person: SignedIn): Promise<Invitation[]> {
  return (await mailsAbout(person)).flatMap(({ calendar }) => {
    if (calendar === null) return []
    const file = new ICAL.Component(ICAL.parse(calendar) as unknown[])
    const event = new ICAL.Event(file.getFirstSubcomponent('vevent') ?? expect.fail())
    const { uid, sequence, location, startDate } = event
    return [
      {
        method: String(file.getFirstPropertyValue('method')),
        uid,
        sequence,
        location,
        start: startDate.toString(),
        calendar,
      },
    ]
  })
}
export const methods = async (person: SignedIn) =>
  (await invitations(person)).map((invitation) => invitation.method)
