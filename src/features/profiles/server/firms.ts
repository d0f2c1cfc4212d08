import type { Inquiries } from '#features/inquiries/server/public.ts'
import { site } from '#features/site/config.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { deleteMailsAbout } from '#platform/server/mail/gathering.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { keysOf } from '#shared/keys.ts'
import { candidatesPath } from '#shared/paths.ts'
import * as queries from './queries-submittals.ts'

/** What a firm hears of the physicians whom it asked. */

type Links = Pick<Inquiries, 'publicUrl'>

/** The thread that the physician has about the posting already: nobody is presented twice. */
export async function findKnown(
  trx: Db,
  links: Links,
  request: { id: string; physicianId: string; jobId: string },
): Promise<string | undefined> {
  const thread = await queries.findThreadAbout(trx, request.jobId, request.physicianId)
  if (thread !== undefined) await tellKnown(trx, links, request)
  return thread
}

/** Firms that asked for the same: the first consent counts, and they do not learn whose. */
export async function tellKnown(
  trx: Db,
  links: Links,
  which: Parameters<typeof queries.markKnown>[1],
): Promise<void> {
  for (const { id } of await queries.markKnown(trx, which))
    await tellFirm(trx, links, { id, answer: 'known' })
}

/** Of the decisions of clients, as far as the physicians know them. */
export const tellDecisions = (db: Db, links: Links): Promise<void> =>
  inTransaction(db, async (trx) => {
    for (const decided of await queries.takeDecisions(trx)) await tellFirm(trx, links, decided)
  })

const answers = {
  consented: 'consented, and was presented to the employer.',
  declined: 'does not want to be presented to this employer.',
  known: 'cannot be presented: the employer knows this physician already.',
  interested: 'was presented, and the employer is interested.',
  refused: 'was presented, and the employer decided not to go on.',
} as const
type Answer = keyof typeof answers
const causeOf = (id: string, answer: Answer) => `submittal:${id}:${answer}`

/** Who asked, unless the firm may read of the physician no longer. */
export async function tellFirm(
  trx: Db,
  { publicUrl }: Links,
  { id, answer }: { id: string; answer: Answer },
): Promise<void> {
  const asker = await queries.findAsker(trx, id)
  if (!asker) return
  await enqueueMail(trx, {
    cause: causeOf(id, answer),
    to: asker.email,
    class: 'message',
    content: submittalAnswerMail({ label: asker.label, answer, href: publicUrl + candidatesPath }),
  })
}

/** What firms were told names the physician. */
export async function deleteMailsToFirms(trx: Db, physicianId: string): Promise<void> {
  const causes = (await queries.findRequests(trx, physicianId)).flatMap((id) =>
    keysOf(answers).map((answer) => causeOf(id, answer)),
  )
  await deleteMailsAbout(trx, causes)
}

/** To the member of a firm who asked. */
export const submittalAnswerMail = ({
  label,
  answer,
  href,
}: {
  label: string
  answer: Answer
  href: string
}): MailContent =>
  mailOf({
    subject: `Your submittal: ${label}`,
    body: [`${label} ${answers[answer]}`],
    button: ['Open your submittals', href],
    reason: `You get this email because you asked to present a physician on ${site.name}.`,
  })
