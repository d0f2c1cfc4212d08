import type { Inbox, Look } from './looks.ts'
import {
  blockOf,
  isAccepted,
  isHidden,
  isProved,
  isRemoved,
  ownerOfName,
  owns,
  readsAddress,
  readsPosting,
  senderOf,
  sideOf,
} from './rules.ts'
import type { Person, Posting } from './state.ts'
import { nameKey, type World } from './world.ts'

/**
 * What must hold after every step. Each function's name and docstring is the sentence; it returns
 * what was seen against it.
 */

export type Invariant = (world: World, seen: Look) => string[]

/** What is public was accepted under its name by somebody with the right to. */
export const whatIsPublicWasAccepted: Invariant = (world, { jobs }) =>
  [...jobs].flatMap(([posting, job]) =>
    job && !isAccepted(world, posting)
      ? [
          `${posting.alias} of ${posting.owner} (${posting.team}) is public as "${job.employer}", which nobody granted`,
        ]
      : [],
  )

/** No hold is on what is public. */
export const noHoldIsOnWhatIsPublic: Invariant = (_world, { jobs }) =>
  [...jobs].flatMap(([posting, job]) =>
    job && posting.holds.size > 0
      ? [`${posting.alias} is public in spite of: ${[...posting.holds].join(', ')}`]
      : [],
  )

/** A mark of a verified hospital stands only where its grant does. */
export const aMarkStandsOnlyWhereItsGrantDoes: Invariant = (world, { jobs }) =>
  [...jobs].flatMap(([posting, job]) => {
    if (!job?.isVerifiedHospital) return []
    const team = world.team(posting.team)
    const owner = ownerOfName(world, job.employer)
    const isGranted = team.marks.has(nameKey(job.employer))
    const isAllowed =
      owner?.marks.has(nameKey(job.employer)) && team.grants.get(nameKey(job.employer)) === 'client'
    return isGranted || isAllowed
      ? []
      : [`${posting.alias} of ${posting.team} has a mark as "${job.employer}"`]
  })

/**
 * Nobody reads a text or a file that was not sent to them, nor after its withdrawal, removal or
 * block.
 */
export const nobodyReadsWhatIsNotTheirs: Invariant = (world, { pages }) => {
  const marks = new RegExp(`${world.mark}t\\d+e`, 'g')
  return pages.flatMap(({ reader, url, body }) =>
    found(body, marks).flatMap((mark) => {
      const readers = world.texts.get(mark)
      return !readers || readers.some((mayRead) => mayRead(reader, url))
        ? []
        : [`${reader.key} reads ${mark} at ${url}`]
    }),
  )
}

/**
 * Nobody reads an address that was not shown to them, nor after its withdrawal, removal or block.
 */
export const nobodyReadsAHiddenAddress: Invariant = (world, { pages }) => {
  const addresses = new RegExp(`[a-z.]+\\.${world.mark}@(?:mail|home)\\.test`, 'g')
  return pages.flatMap(({ reader, url, body }) =>
    found(body, addresses).flatMap((address) =>
      readsAddress(world, address, reader) ? [] : [`${reader.key} reads ${address} at ${url}`],
    ),
  )
}

/** A mail has no text or address that its reader may not read. */
export const aMailHasOnlyWhatItsReaderMayRead: Invariant = (world) => {
  const marks = new RegExp(`${world.mark}t\\d+e`, 'g')
  return world.newMails.flatMap((mail) => {
    const reader = readerOf(world, mail.to)
    if (!reader) return []
    return found(mail.body + mail.calendar, marks).flatMap((mark) => {
      const readers = world.texts.get(mark)
      return !readers || readers.some((mayRead) => mayRead(reader))
        ? []
        : [`"${mail.subject}" to ${reader.key} has ${mark}`]
    })
  })
}

/**
 * An employer’s address is nowhere, not even in Reply-To or a calendar, until its owner shows it.
 */
export const anAddressIsNowhereUntilItIsShown: Invariant = (world) => {
  const addresses = new RegExp(`[a-z.]+\\.${world.mark}@(?:mail|home)\\.test`, 'g')
  return world.newMails.flatMap((mail) => {
    const reader = readerOf(world, mail.to)
    if (!reader) return []
    return found([mail.body, mail.replyTo, mail.calendar].join('\n'), addresses).flatMap(
      (address) =>
        address === mail.to || readsAddress(world, address, reader)
          ? []
          : [`"${mail.subject}" to ${reader.key} has ${address}`],
    )
  })
}

/** Words of others reach an address only once it has proved itself. */
export const wordsReachOnlyProvedAddresses: Invariant = (world) =>
  world.newMails.flatMap((mail) => {
    const reader = readerOf(world, mail.to)
    if (!reader || reader.proved.has(mail.to) || world.linked.has(mail.to)) return []
    return found(mail.body, new RegExp(`${world.mark}t\\d+e`, 'g')).flatMap((mark) =>
      world.texts.has(mark)
        ? [`"${mail.subject}" to ${mail.to}, which nobody proved, has ${mark}`]
        : [],
    )
  })

/** Each acknowledged message is visible to its recipient, or its sender was told otherwise. */
export const eachAcknowledgedMessageIsVisible: Invariant = (world, { inboxes, pages, isDeep }) =>
  world.applications.flatMap((application) => {
    const { alias, posting, isWithdrawn, isMerged, texts, by } = application
    const isClosed = isWithdrawn || isRemoved(posting) || isHidden(world, application)
    if (isClosed || isMerged || posting.team === 'nobody') return []
    return [...inboxes.keys()].flatMap((reader) => {
      if (!readsPosting(reader, posting) || !(isDeep || world.touched.has(posting))) return []
      const { inquiries: inbox, next } = inboxes.get(reader) ?? { inquiries: [], next: null }
      const mine = inbox.filter(({ jobId }) => jobId === posting.id)
      const bodies = new Map(
        pages.flatMap(({ reader: by, url, body }) => (by === reader ? [[url, body]] : [])),
      )
      if (next !== null || mine.some(({ id }) => !bodies.has(`/api/inbox/${id}`))) return []
      const shown = mine.map(({ id }) => bodies.get(`/api/inbox/${id}`) ?? '')
      const missing = texts.filter(({ mark }) => !shown.some((body) => body.includes(mark)))
      return missing.map(
        ({ mark }) => `${reader.key} does not see ${mark} of ${alias}, which ${by} sent`,
      )
    })
  })

/**
 * A poster without an account reads behind the manage link what was sent, once the address is
 * confirmed.
 */
export const theManageLinkShowsWhatWasSent: Invariant = (world, { pages }) =>
  pages.flatMap(({ reader, status, body }) => {
    if (reader.key !== 'poster' || status !== 200) return []
    const { needsConfirmation, next } = JSON.parse(body) as {
      needsConfirmation: boolean
      next: string | null
    }
    if (needsConfirmation || next !== null) return []
    return world.applications.flatMap((application) => {
      const { alias, posting, isWithdrawn, texts } = application
      if (
        posting.team !== 'nobody' ||
        isWithdrawn ||
        isRemoved(posting) ||
        isHidden(world, application)
      )
        return []
      const missing = texts.filter(({ mark, from }) => from === 'sender' && !body.includes(mark))
      return missing.map(({ mark }) => `${mark} of ${alias} is not there`)
    })
  })

/** What a proved sender sent arrives under their name, as confirmed, and with its CV. */
export const aProvedApplicationArrivesAsItIs: Invariant = (world, { inboxes }) =>
  world.applications.flatMap((application) => {
    const { alias, posting, isWithdrawn, isMerged, isConfirmed, by, name, cv, texts } = application
    if (
      isWithdrawn ||
      isMerged ||
      isRemoved(posting) ||
      !isProved(application) ||
      blockOf(world, application) === 'sender'
    )
      return []
    return [...inboxes].flatMap(([reader, { inquiries, next }]) => {
      if (!readsPosting(reader, posting) || next !== null) return []
      const mark = texts[0]?.mark ?? '-'
      const mine = inquiries.filter(
        ({ jobId, message }) => jobId === posting.id && message.includes(mark),
      )
      const isThere = mine.some(
        (item) =>
          (item.emailConfirmed || !isConfirmed) &&
          item.name === name &&
          (cv === null || item.cvFileName !== null),
      )
      return isThere
        ? []
        : [
            `${reader.key} does not have ${alias} of ${by} as sent: ${JSON.stringify(mine.map(shown))}`,
          ]
    })
  })

const shown = ({ name, emailConfirmed, cvFileName }: Inbox['inquiries'][number]) => ({
  name,
  emailConfirmed,
  cvFileName,
})

/** What comes from an address that nobody proved is never shown as confirmed. */
export const anUnprovedSenderIsNeverConfirmed: Invariant = (_world, { inboxes }) =>
  [...inboxes].flatMap(([reader, { inquiries }]) =>
    inquiries.flatMap(({ name, message, emailConfirmed }) =>
      name === 'stranger' && emailConfirmed
        ? [`${reader.key} sees "${message}" of the stranger as confirmed`]
        : [],
    ),
  )

/** No mail goes to who may not be reached: who has left, or has blocked the employer. */
export const noMailGoesToWhoMayNotBeReached: Invariant = (world) =>
  world.newMails.flatMap(({ to, subject, body }) => {
    const reader = readerOf(world, to)
    if (!reader) return []
    if (reader.isDeleted && !/delet|account/i.test(subject))
      return [`"${subject}" to ${reader.key}, who has left`]
    if (
      !/^(?:Answer to|Times for|Your interview|About your|The employer marked)|invites you/.test(
        subject,
      )
    )
      return []
    const about = world.postings.find(
      ({ title, id }) => body.includes(title) || body.includes(referenceOf(id)),
    )
    // Without proof the mailbox is not known to be the account's.
    const isBlocked =
      about &&
      reader.proved.has(to) &&
      world.blocksBefore.has(`${sideOf(about)} ${reader.key} sender`)
    return isBlocked ? [`"${subject}" to ${reader.key}, who has blocked ${about.team}`] : []
  })

const referenceOf = (id: string): string => `WC-${id.slice(-6).toUpperCase()}`

/** A suspended account gets no mail but the one about its suspension. */
export const aSuspendedAccountIsToldOnlyThat: Invariant = (world) =>
  world.newMails.flatMap((mail) => {
    const reader = readerOf(world, mail.to)
    // What anybody can have sent to any address does not tell who has an account.
    const isAbout = /suspend|reinstat|account|sign|password|Join the team|your inquiry/i.test(
      mail.subject,
    )
    // Given up, it never leaves.
    return reader?.isSuspended && !isAbout && mail.state !== 'dead'
      ? [`"${mail.subject}" to ${reader.key}, who is suspended`]
      : []
  })

/** No mail that was acknowledged is missing: it is sent, waits, or is gathered. */
export const noMailIsMissing: Invariant = (world) =>
  world.expected.flatMap(({ to, about, why, since }) =>
    world.mails.some((mail) => to.includes(mail.to) && mail.at >= since && about.test(mail.body)) ||
    !to.every((address) => isReachable(world, address))
      ? []
      : [`${to.join(' or ')} got no mail, though ${why}`],
  )

/** Calendar events do not wait behind other mail. */
export const calendarEventsDoNotWait: Invariant = (world) =>
  world.newMails.flatMap(({ to, subject, calendar, state }) =>
    calendar !== '' && state === 'waiting' ? [`"${subject}" to ${to} waits`] : [],
  )

const isReachable = (world: World, address: string): boolean =>
  ![...world.people.values()].some(
    ({ email, isSuspended, isDeleted, team }) =>
      email === address && (isSuspended || isDeleted || world.team(team).isSuspended),
  )

/** What is told an hour later can be taken back until then. */
export const aMoveIsToldAnHourLater: Invariant = (world) =>
  world.applications.flatMap(({ alias, email, posting }) => {
    const told = world.mails.some(
      ({ to, subject, body, state }) =>
        to === email && state === 'sent' && aboutMove.test(subject) && body.includes(posting.title),
    )
    // Two applications of one address about one posting read alike in a mail.
    const isDue = world.applications.some(
      (some) => some.email === email && some.posting === posting && some.wasDue,
    )
    return told && !isDue ? [`${email} was told of a move of ${alias} within its hour`] : []
  })

/** Once its hour is over, a move has been told, unless its sender may not be reached. */
export const aMoveIsToldOnceItsHourIsOver: Invariant = (world) =>
  world.applications.flatMap((application) => {
    const { alias, email, move, posting, isWithdrawn } = application
    const isOver =
      isWithdrawn ||
      isRemoved(posting) ||
      blockOf(world, application) !== undefined ||
      !isReachable(world, email)
    if (!move?.isDue || isOver) return []
    const sender = senderOf(world, application)
    const isTold = world.mails.some(
      ({ to, body }) =>
        (to === email || owns(sender, to)) &&
        aboutMove.test(body) &&
        /WC-|Hospitalist|Internist/.test(body),
    )
    return isTold ? [] : [`${email} was never told that ${alias} is ${move.stage}`]
  })

const aboutMove = /About your application|marked you as hired/

/** The API, lists, feeds and page agree on what is public. */
export const allSurfacesAgree: Invariant = (_world, { surfaces }) =>
  [...surfaces].flatMap(([{ alias }, shownAt]) =>
    new Set(Object.values(shownAt)).size > 1
      ? [`${alias} is public: ${JSON.stringify(shownAt)}`]
      : [],
  )

/** One refusal does not make an organization with accepted postings a new one. */
export const acceptedPostingsAreNotForgotten: Invariant = (world, { policies }) =>
  [...policies].flatMap(([person, hold]) => {
    const counts = ({ team, moderatedIn, holds, status }: Posting) =>
      team === person.team &&
      moderatedIn === team &&
      holds.size === 0 &&
      (status === 'active' || status === 'inactive')
    const accepted = world.postings.filter(counts)
    return accepted.length > 0 && hold === 'first-posting'
      ? [
          `${person.key} would post for the first time, after ${accepted.map(({ alias }) => alias).join(', ')}`,
        ]
      : []
  })

/** Whoever owns a name sees what others posted under it. */
export const theOwnerOfANameSeesItsUses: Invariant = (world, { jobs, pages }) =>
  pages.flatMap(({ reader, url, body, status }) => {
    if (url !== '/api/organization' || status !== 200 || reader.seat !== 'owner') return []
    const { uses } = JSON.parse(body) as { uses?: { id: string }[] }
    return [...jobs].flatMap(([posting, job]) => {
      const isOthers =
        job && posting.team !== reader.team && ownerOfName(world, job.employer)?.key === reader.team
      return isOthers && !uses?.some(({ id }) => id === posting.id)
        ? [
            `${reader.key} does not see ${posting.alias} of ${posting.team}, which is public as "${job.employer}"`,
          ]
        : []
    })
  })

/** Counts equal lists. */
export const countsEqualLists: Invariant = (_world, { inboxes }) =>
  [...inboxes].flatMap(([reader, { inquiries, total, next, counts }]) => {
    if (next !== null) return []
    const counted = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return inquiries.length === total && counted === total
      ? []
      : [`${reader.key}: ${inquiries.length} listed, ${total} counted, ${counted} by stage`]
  })

/** An applicant’s own list has what was acknowledged. */
export const ownListsHaveWhatWasSent: Invariant = (world, { applied }) =>
  [...applied].flatMap(([person, list]) =>
    world.applications.flatMap(({ alias, by, proof, posting, texts, cv, isWithdrawn }) => {
      if (by !== person.key || proof !== 'account' || isWithdrawn) return []
      const mine = list.filter(
        ({ jobId, message }) => jobId === posting.id && message.includes(texts[0]?.mark ?? '-'),
      )
      const isThere = mine.some(({ cvFileName }) => cv === null || cvFileName !== null)
      return isThere ? [] : [`${person.key} does not find ${alias} in the list, as it was sent`]
    }),
  )

const found = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern) ?? [])]

const readerOf = (world: World, to: string): Person | undefined =>
  [...world.people.values()].find((person) => owns(person, to))
