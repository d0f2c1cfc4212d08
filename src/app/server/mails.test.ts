import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import * as account from '#features/accounts/server/emails/account-mails.ts'
import * as suspension from '#features/admin/server/suspensions.ts'
import { digestMail } from '#features/alerts/server/digests.ts'
import * as alerts from '#features/alerts/server/service.ts'
import { acknowledgement, messageMail } from '#features/contact/server/service.ts'
import { idleCvMail } from '#features/cv/server/service.ts'
import {
  invitationMail,
  seatEndedMail,
  seatRequestMail,
  staleContactsMail,
} from '#features/employers/server/mails.ts'
import { hookOffMail, keysEndedMail } from '#features/connections/server/mails.ts'
import { switchedOffMail } from '#features/imports/server/runs/switched-off-mail.ts'
import * as inquiries from '#features/inquiries/server/emails/inquiry-mails.ts'
import * as interviews from '#features/inquiries/server/emails/interview-mails.ts'
import * as reports from '#features/inquiries/server/reports.ts'
import { findJobSummaries } from '#features/jobs/server/public.ts'
import { confirmMail } from '#features/newsletter/server/service.ts'
import * as decisions from '#features/postings/server/decision-mails.ts'
import { manageLinksMail } from '#features/postings/server/manage-links.ts'
import * as postings from '#features/postings/server/mails.ts'
import { lockPosting } from '#features/postings/server/queries.ts'
import { foundEndsMail, manyCandidatesMail } from '#features/profiles/server/finding.ts'
import { submittalAnswerMail } from '#features/profiles/server/firms.ts'
import { submittalMail } from '#features/profiles/server/submittals.ts'
import { jobInvitationMail } from '#features/profiles/server/invitations.ts'
import { savedJobMail } from '#features/postings/server/savers.ts'
import { everyPosting } from '#features/postings/server/scope.ts'
import { nameUsedMail } from '#features/postings/server/tasks.ts'
import { testMail } from '#features/system/server/routes.ts'
import type { MailContent } from '#platform/server/mail/content.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { findMails, type MailRow } from '#platform/server/mail/queries.ts'
import { publicUrl, appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'

const app = appForFile()
const mails = new Map<string, MailRow>()

const jobTitle =
  'Hospitalist <b>nights</b> & weekends, seven on and seven off, no procedures required'
const href = `${publicUrl}/a/link?token=abc`
const link = { name: 'Ana <i>', href }
const reference = 'WC-1A2B3C'
const message = 'Is the schedule fixed?\nI would like to know <b>more</b> & soon.'
const typed = {
  jobTitle,
  name: 'Ana Example',
  email: 'ana@mail.test',
  confirmed: true,
  message,
  answers: [],
}

const interview = (differs: Partial<Parameters<typeof interviews.interviewMail>[0]>) =>
  interviews.interviewMail({
    change: 'proposed',
    by: 'poster',
    reader: 'sender',
    jobTitle,
    href,
    theirName: 'Lakeside Clinic',
    details: {
      keeps: null,
      times: ['Mon, Jan 11, 2027, 9:30 AM CST'],
      place: 'Call <b>more</b>',
      word: message,
    },
    ...differs,
  })

const written: Record<string, MailContent> = {
  ...Object.fromEntries(
    Object.entries(account).map(([kind, write]) => [
      kind,
      write({
        ...link,
        provider: 'Google',
        browser: 'Firefox on Windows',
        ip: '203.0.113.20',
        byOwner: true,
      }),
    ]),
  ),
  accountDeletedByAdministrator: account.accountDeletedMail({ name: link.name, byOwner: false }),
  confirmAlert: alerts.confirmAlertMail({ href }),
  knownAlert: alerts.knownAlertMail({ label: 'Cardiology · Texas', href }),
  alertsLink: alerts.alertsLinkMail({ href }),
  contactMessage: messageMail('Ana Example', 'ana@mail.test', message),
  contactReceived: acknowledgement(),
  testMail: testMail(),
  idleCv: idleCvMail({ name: 'Ana', days: 30, href }),
  foundEnds: foundEndsMail({ href }),
  manyCandidates: manyCandidatesMail({ employer: 'Lakeside <i>', href }),
  jobInvitation: jobInvitationMail({
    title: jobTitle,
    employer: 'Lakeside <i>',
    pay: '$400,000 a year',
    terms: 'Call: 1 in 5',
    message,
    href,
  }),
  submittal: submittalMail({
    firm: 'Cedar Search <i>',
    title: jobTitle,
    employer: 'Lakeside <i>',
    pay: '',
    terms: 'Call: 1 in 5',
    message,
    href,
  }),
  submittalAnswer: submittalAnswerMail({ label: 'Ana Example', answer: 'known', href }),
  importOff: switchedOffMail({
    source: 'Larkfield feed',
    failures: 5,
    reason: 'The source answered with status 500.',
    href,
  }),
  invitation: invitationMail({ organization: 'Lakeside Clinic', seat: 'recruiter', href }),
  seatRequest: seatRequestMail({
    subject: 'A seat at Lakeside Clinic begins in a week',
    text: 'ana@mail.test gets a seat.',
    href,
  }),
  manageLinks: manageLinksMail([{ title: jobTitle, href, lines: [reference] }]),
  keysEnded: keysEndedMail({ names: ['Our website', 'ATS'], href }),
  hookOff: hookOffMail({ host: 'hooks.mail.test', href }),
  staleContacts: staleContactsMail({ postings: [{ title: jobTitle, href }], href }),
  nameUsed: nameUsedMail({ publicUrl }, { id: randomUUIDv7(), title: jobTitle, status: 'active' }),
  savedJob: savedJobMail(
    { publicUrl },
    { jobId: randomUUIDv7(), title: jobTitle, change: 'Location: Austin, TX → Dallas, TX' },
  ),
  seatEnded: seatEndedMail({ organization: 'Lakeside Clinic', href }),
  inquiry: inquiries.inquiryMail(typed, {
    inbox: href,
    inquiries: href,
    cv: null,
    teamPosting: null,
  }),
  inquiryToTeam: inquiries.inquiryMail(typed, {
    inbox: null,
    inquiries: href,
    cv: `${href}&cv`,
    teamPosting: href,
  }),
  confirmInquiry: inquiries.confirmInquiryMail({ reference, href }),
  inquiryReceipt: inquiries.inquiryReceiptMail({
    reference,
    applications: href,
    sent: { jobTitle, message },
  }),
  inquiryReceiptUnproved: inquiries.inquiryReceiptMail({ reference, applications: href }),
  inquiryNotice: inquiries.mailedNotice('poster', { reference, href }),
  replyNotice: inquiries.mailedNotice('sender', { reference, href }),
  newCvLink: inquiries.newCvLinkMail({ jobTitle, href }),
  reply: inquiries.replyMail({
    jobTitle,
    employer: 'Lakeside Clinic',
    message,
    applications: href,
    isOpen: true,
  }),
  replyWithoutAddress: inquiries.replyMail({
    jobTitle,
    employer: 'Lakeside Clinic',
    message,
    applications: href,
    isOpen: false,
  }),
  decision: inquiries.decisionMail({ jobTitle, sentence: 'The position has been filled.', href }),
  takenDown: inquiries.takenDownMail({ jobTitle, href }),
  restored: inquiries.restoredMail({ jobTitle }),
  inquiryRefused: inquiries.inquiryRefusedMail({ reference }),
  organizationSuspended: suspension.organizationSuspendedMail({
    name: 'Lakeside Clinic',
    why: 'fraud',
  }),
  organizationReinstated: suspension.organizationReinstatedMail({ name: 'Lakeside Clinic', href }),
  suspended: suspension.suspendedMail({ why: 'fraud' }),
  reinstated: suspension.reinstatedMail({ href }),
  hired: inquiries.hiredMail({ jobTitle, href }),
  hireEnded: inquiries.hireEndedMail({ jobTitle, href }),
  assigned: inquiries.assignedMail({ jobTitle, href }),
  waiting: inquiries.waitingMail({ count: 2, href }),
  dailyNotice: inquiries.dailyNoticeMail({ count: 2, href }),
  ...Object.fromEntries(
    (['proposed', 'accepted', 'declined', 'canceled'] as const).flatMap((change) =>
      [true, false].map((isOwn) => [
        `interview ${change} ${isOwn}`,
        interview({ change, reader: isOwn ? 'poster' : 'sender' }),
      ]),
    ),
  ),
  interviewUnproved: interview({
    jobTitle: reference,
    theirName: '',
    details: false,
  }),
  interviewTakenDown: interview({
    change: 'canceled',
    by: null,
    details: { keeps: null, times: [], place: null, word: null },
  }),
  interviewMoves: interview({
    details: { keeps: 'Tue, Jan 12', times: ['Mon, Jan 11'], place: 'Here', word: null },
  }),
  interviewReminder: interview({ change: 'reminder', by: null }),
  interviewDeleted: interviews.interviewDeletedMail({ jobTitle }),
  reportReceived: reports.reportReceivedMail({ reference }),
  reportAccepted: reports.reportDecidedMail({
    reference,
    outcome: 'accepted',
    answer: 'The practice has closed.',
  }),
  reportDismissed: reports.reportDecidedMail({ reference, outcome: 'dismissed', answer: null }),
  reportReopened: reports.reportReopenedMail({ reference }),
  newsletterConfirm: confirmMail(href),
}

beforeAll(async () => {
  const row = jobRow({
    title: jobTitle,
    channel: 'public',
    contact_email: 'posting@mail.test',
    expires_at: new Date('2099-01-15'),
  })
  await addJobs(app.db, [row])
  for (const [cause, content] of Object.entries(written))
    await enqueueMail(app.db, { cause, to: 'ana@mail.test', content })
  const jobs = await findJobSummaries(app.db, [row.id])
  const group = {
    label: 'Internal Medicine · within 50 miles of Austin, Texas · nights',
    resultsUrl: href,
    jobs,
  }
  for (const frequency of ['instant', 'daily', 'weekly'] as const) {
    const groups = frequency === 'weekly' ? [group, { ...group, label: 'Cardiology' }] : [group]
    const content = digestMail({ groups, publicUrl, manageUrl: href, frequency })
    await enqueueMail(app.db, {
      cause: `digest-${frequency}`,
      to: 'ana@mail.test',
      unsubscribeUrl: `${href}&stop`,
      content,
    })
  }
  const links = { publicUrl }
  const eventId = randomUUIDv7()
  const reason = 'The pay is missing.'
  await app.db.transaction().execute(async (trx) => {
    const posting = await lockPosting(trx, everyPosting, row.id)
    const another = () => ({ ...posting, id: randomUUIDv7() })
    const user = undefined
    await postings.mailConfirmation(trx, links, posting, {
      policy: 'review',
      hold: 'first-posting',
      user,
    })
    await decisions.mailApproved(trx, links, posting, { eventId, corrected: ['title', 'city'] })
    await decisions.mailRejected(trx, links, posting, { eventId: randomUUIDv7(), reason })
    await decisions.mailRemoved(trx, links, posting, { eventId: randomUUIDv7(), reason })
    await decisions.mailCorrected(trx, links, posting, ['title'])
    await decisions.mailEditApproved(trx, links, posting)
    await decisions.mailEditRejected(trx, links, posting, { eventId: randomUUIDv7(), reason })
    await decisions.mailMerged(trx, links, posting, another())
    await postings.mailNewManageLink(trx, links, posting)
    await postings.mailExpiring(trx, links, posting, { days: 60, reminderDays: 7 })
    await postings.mailExpired(trx, links, posting, { days: 60, reminderDays: 7 })
  })
  for (const mail of await findMails(app.db, { limit: 200 })) mails.set(mail.cause, mail)
})

/** The preview text, without the invisible padding after it. */
const previewOf = (html: string) => /style="display:none[^>]*>([^<]*)/.exec(html)?.[1] ?? ''

test('every mail has a short subject, a preview that adds to it, a reason, and its links in both parts', () => {
  expect(mails.size).toBe(Object.keys(written).length + 3 + 11)
  for (const [cause, { subject, html, text }] of mails) {
    const preview = previewOf(html)
    const heading = text.slice(0, text.indexOf('\n'))
    const [, foot = ''] = text.split('\n--\n')
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    )
    expect.soft(subject.length, cause).toBeLessThanOrEqual(60)
    expect.soft(preview.length, cause).toBeGreaterThan(10)
    expect.soft([subject, heading], cause).not.toContain(preview.replace(/\.$/, ''))
    expect.soft(foot, cause).toMatch(/^You get this email because .+\.\n/)
    expect.soft(foot, cause).not.toContain('this address was used')
    for (const url of links) expect.soft(text, cause).toContain(url)
    expect.soft(`${subject}${text}`, cause).not.toMatch(/e-mail|undefined|null|  \S+ {2}/i)
    expect.soft(html, cause).not.toMatch(/<b>nights|<i>(?!<)|<b>more/)
  }
})

test('a list’s mails unsubscribe with one click, and only they', () => {
  const withHeader = [...mails.values()].filter((mail) => 'List-Unsubscribe' in mail.headers)
  expect(withHeader.map((mail) => mail.cause).toSorted()).toEqual([
    'digest-daily',
    'digest-instant',
    'digest-weekly',
  ])
  for (const { headers, html, text } of withHeader) {
    expect(headers).toMatchObject({
      'List-Unsubscribe': `<${href}&stop>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(html).toContain('>Unsubscribe</a>')
    expect(text).toContain(`Unsubscribe: ${href}&stop`)
  }
})
