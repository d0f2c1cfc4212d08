import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptCv, findAttachedNames, sendCv } from '#features/cv/server/public.ts'
import { ownPostings } from '#features/postings/server/public.ts'
import { idsOf } from '#platform/server/database.ts'
import { attachmentNamed, sendCsv } from '#platform/server/http/attachment.ts'
import { isFromOwnPage } from '#platform/server/http/access.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { acceptPlainForms, isPlainForm } from '#platform/server/http/html.ts'
import { strangerLimiter } from '#platform/server/http/rate-limit.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import {
  applicationPath,
  confirmInquiryPath,
  inquiryFormPath,
  inquiryPath,
  linkedCvPath,
  withQuery,
} from '#shared/paths.ts'
import { changeOwn, findApplications, findKeptMonths } from './queries.ts'
import { findQuestions } from './queries-questions.ts'
import { deleteNotes, deleteSavedReply, findSavedReplies, insertNote } from './queries-threads.ts'
import * as notices from './notices.ts'
import { confirmInquiry, getWaiting, sendInquiryForm } from './waiting.ts'
import { applicationView } from './views.ts'
import { maxQuestions } from '../model.ts'
import * as contract from '../contract.ts'
import * as hiringContract from '../contract-hiring.ts'
import * as inboxContract from '../contract-inbox.ts'
import * as questionsContract from '../contract-questions.ts'
import * as reportsContract from '../contract-reports.ts'
import * as applications from './applications.ts'
import * as inbox from './inbox.ts'
import { interviewFile } from './interview-notices.ts'
import * as interviews from './interviews.ts'
import * as presses from './presses.ts'
import * as questions from './questions.ts'
import { isDaily, setDaily, streamInbox } from './queries-inbox.ts'
import { findOpenOutcomes } from './queries-stages.ts'
import * as reports from './reports.ts'
import * as stages from './stages.ts'
import * as threads from './threads.ts'
import { getHiringReport, hiringReportColumns, listHiringReport } from './hiring-report.ts'
import { getOutcome, setOutcome } from './outcomes.ts'

const done = { success: true } as const

export async function registerInquiries(
  app: FastifyInstance,
  inquiries: notices.Inquiries,
): Promise<void> {
  const { db } = inquiries
  const serve = endpointsOf(app, import.meta.url)

  const limitStrangers = strangerLimiter(app, 'inquiry', contract.strangers)

  serve(contract.sendInquiry, async ({ body, request, reply }) => {
    await limitStrangers(request, reply, body.jobId)
    return { ...done, id: await applications.sendInquiry(inquiries, body, request.viewer) }
  })

  serve(contract.getRecipient, async ({ params }) => ({
    acceptsCv: (await applications.recipientOf(db, { jobId: params.id })).acceptsCv,
    // Not which answers mark an application.
    questions: (await findQuestions(db, params.id)).questions.map(
      ({ id, kind, label, choices, isRequired }) => ({ id, kind, label, choices, isRequired }),
    ),
    keptMonths: await findKeptMonths(db, params.id),
  }))

  serve(questionsContract.listQuestions, ({ params, viewer }) =>
    questions.listQuestions(db, viewer, params.id),
  )

  serve(questionsContract.saveQuestions, ({ params, body, viewer }) =>
    questions.saveQuestions(db, viewer, params.id, body),
  )

  serve(questionsContract.deleteQuestionSet, ({ params, viewer }) =>
    questions.deleteQuestionSet(db, viewer, params.id),
  )

  serve(reportsContract.disownPosting, ({ params, viewer }) =>
    reports.disown(inquiries, viewer, params.id),
  )

  serve(hiringContract.getHiringReport, ({ query, viewer }) =>
    getHiringReport(db, viewer, query.jobId),
  )

  serve(hiringContract.exportHiringReport, async ({ query, reply, viewer }) =>
    sendCsv(
      reply,
      'hiring-report.csv',
      hiringReportColumns,
      await listHiringReport(db, viewer, query.jobId),
    ),
  )

  serve(hiringContract.getOutcome, ({ params, viewer }) => getOutcome(db, viewer, params.id))

  serve(hiringContract.setOutcome, async ({ params, body, viewer }) => ({
    closed: await setOutcome(inquiries, viewer, params.id, body),
  }))

  serve(hiringContract.listOpenOutcomes, ({ viewer }) =>
    findOpenOutcomes(db, ownPostings(viewer.id, 'manage')),
  )

  await app.register(async (scope) => {
    await acceptCv(scope, 10 + maxQuestions)
    endpointsOf(scope, import.meta.url)(contract.sendInquiryForm, async ({ request, reply }) => {
      const sent = await sendInquiryForm(inquiries, request, (jobId) =>
        limitStrangers(request, reply, jobId),
      )
      if (!isPlainForm(request)) return sent
      const { jobId } = sent
      return reply.redirect(
        withQuery(inquiryFormPath(jobId), { state: sent.isWaiting ? 'waiting' : 'sent' }),
        303,
      )
    })
    endpointsOf(scope, import.meta.url)(
      contract.sendMessage,
      async ({ params: { id }, request, reply, viewer }) => {
        const side = await threads.sendMessage(inquiries, viewer, id, request)
        return isPlainForm(request)
          ? reply.redirect(side === 'sender' ? applicationPath(id) : inquiryPath(id), 303)
          : done
      },
    )
  })

  serve(contract.getWaitingInquiry, ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    return getWaiting(inquiries, query.token)
  })

  serve(reportsContract.reportJob, ({ body, request }) =>
    reports.reportJob(inquiries, body, request.viewer),
  )

  serve(contract.listApplications, async ({ viewer }) => {
    const rows = await findApplications(db, viewer.id)
    const ids = idsOf(rows)
    const cvs = await findAttachedNames(db, ids)
    return { applications: rows.map((row) => applicationView(row, cvs.get(row.id))) }
  })

  serve(contract.getApplication, ({ params, query, viewer }) =>
    threads.getApplication(db, viewer, params.id, query.before),
  )

  serve(contract.readThread, ({ params, viewer }) => threads.readThread(db, viewer, params.id))

  serve(contract.changeThread, ({ params, body, viewer }) =>
    threads.changeThread(inquiries, viewer, params.id, body),
  )

  serve(reportsContract.reportThread, async ({ params, body, viewer }) => {
    await reports.reportThread(db, viewer, params.id, body.reason)
  })

  serve(contract.getNotices, async ({ viewer }) => ({ daily: await isDaily(db, viewer.id) }))

  serve(contract.setNotices, async ({ body, viewer }) => {
    await setDaily(db, viewer.id, body.daily)
    return body
  })

  serve(contract.withdrawApplication, ({ params, viewer }) =>
    applications.withdrawApplication(inquiries, viewer, params.id),
  )

  serve(contract.confirmHire, ({ params, viewer }) =>
    stages.confirmHire(inquiries, viewer, params.id),
  )

  serve(inboxContract.listInbox, ({ query, viewer }) => inbox.listInbox(db, viewer, query))

  serve(inboxContract.getInquiry, ({ params, query, viewer }) =>
    inbox.getInquiry(db, viewer, params.id, query.before),
  )

  serve(inboxContract.moveInquiry, ({ params, body, viewer }) =>
    stages.moveInquiry(inquiries, viewer, params.id, body),
  )

  serve(inboxContract.listInboxKeys, async ({ query, viewer }) => ({
    keys: await inbox.listKeys(db, viewer, query),
  }))

  serve(inboxContract.startPress, ({ body, viewer }) => presses.startPress(inquiries, viewer, body))

  serve(inboxContract.getPress, ({ params, viewer }) => presses.getPress(db, viewer, params.id))

  serve(inboxContract.undoPress, ({ params, viewer }) =>
    presses.undoPress(inquiries, viewer, params.id),
  )

  serve(inboxContract.assignInquiry, ({ params, body, viewer }) =>
    inbox.assignInquiry(inquiries, viewer, params.id, body),
  )

  serve(inboxContract.setSamePerson, ({ params, body, viewer }) =>
    inbox.setSamePerson(db, viewer, params.id, body),
  )

  serve(contract.changeInterview, ({ params, body, viewer }) =>
    interviews.changeInterview(inquiries, viewer, params.id, body),
  )

  serve(contract.changeMailedInterview, async ({ body, reply }) => {
    await interviews.changeMailedInterview(inquiries, body)
    reply.header('cache-control', 'no-store')
    return notices.openMailedInquiry(db, inquiries, body.token)
  })

  serve(inboxContract.addNote, ({ params: { id }, body: { note }, viewer }) =>
    changeOwn(db, viewer, id, (trx) => insertNote(trx, id, viewer.id, note)),
  )

  serve(inboxContract.deleteNote, ({ params: { id, noteId }, viewer }) =>
    changeOwn(db, viewer, id, (trx) => deleteNotes(trx, id, noteId)),
  )

  serve(inboxContract.listSavedReplies, async ({ viewer }) => ({
    replies: await findSavedReplies(db, viewer.id),
  }))

  serve(inboxContract.saveReply, ({ body, viewer }) => inbox.saveReply(db, viewer, body))

  serve(inboxContract.deleteSavedReply, async ({ params, viewer }) => {
    await deleteSavedReply(db, viewer.id, params.id)
  })

  serve(contract.openMailedInquiry, ({ body, reply }) => {
    reply.header('cache-control', 'no-store')
    return notices.openMailedInquiry(db, inquiries, body.token)
  })

  serve(inboxContract.listManagedInquiries, ({ body, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return inbox.listManagedInquiries(db, body.token, body.after)
  })

  serve(inboxContract.mailManagedCv, ({ params, body }) =>
    inbox.mailManagedCv(inquiries, body.token, params.id),
  )

  serve(contract.answerMailed, ({ body }) => threads.answerMailed(inquiries, body))

  registerInquiryFiles(app, inquiries)
  await registerCvLinks(app, inquiries)
}

/** The buttons of pages that mails link to, which work without JavaScript. */
async function registerCvLinks(app: FastifyInstance, inquiries: notices.Inquiries) {
  await app.register(async (scope) => {
    await acceptPlainForms(scope)
    const serve = endpointsOf(scope, import.meta.url)

    serve(inboxContract.openLinkedCv, ({ body: { token }, request, reply }) =>
      orPage(request, reply, linkedCvPath, token, async () =>
        sendCv(reply, await notices.openLinkedCv(inquiries, token, request.ip)),
      ),
    )
    serve(contract.confirmInquiry, ({ body: { token }, request, reply }) =>
      orPage(request, reply, confirmInquiryPath, token, () => confirmInquiry(inquiries, token)),
    )
  })
}

const refusedStates: Partial<Record<ErrorCode, string>> = {
  CONFLICT: 'used',
  FORBIDDEN: 'refused',
  GONE: 'gone',
}

/** A form gets what became of it on its page. */
async function orPage<T extends FastifyReply | void>(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  token: string,
  work: () => Promise<T>,
) {
  const redirect = (state: string) =>
    reply.header('cache-control', 'no-store').redirect(withQuery(path, { token, state }), 303)
  try {
    const sent = await work()
    return sent === undefined && isPlainForm(request) ? redirect('done') : sent
  } catch (error) {
    if (!(error instanceof AppError) || !isPlainForm(request)) throw error
    return redirect(refusedStates[error.code] ?? 'dead')
  }
}

/** Downloads: the attached CV, and the inbox as a file. */
function registerInquiryFiles(app: FastifyInstance, inquiries: notices.Inquiries) {
  const { db, publicUrl } = inquiries
  const serve = endpointsOf(app, import.meta.url)

  serve(inboxContract.downloadAttachedCv, async ({ params, request, reply, viewer }) => {
    // The physician is told of each opening: a link elsewhere shall not make one.
    if (!isFromOwnPage(request, publicUrl))
      throw new AppError('FORBIDDEN', 'Please open the CV from your inbox.')
    const opening = { id: params.id, ip: request.ip }
    return sendCv(reply, await inbox.openReceivedCv(inquiries, viewer, opening))
  })

  serve(contract.downloadFile, async ({ params, reply, viewer }) =>
    sendCv(reply, await threads.openThreadFile(inquiries, viewer, params)),
  )

  serve(contract.downloadInterview, async ({ params, reply, viewer }) =>
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', attachmentNamed('interview.ics'))
      .send(await interviewFile(inquiries, viewer, params.id)),
  )

  serve(inboxContract.exportInbox, async ({ reply, viewer }) =>
    sendCsv(
      reply,
      'inquiries.csv',
      {
        created_at: 'Received',
        job_title: 'Posting',
        name: 'Name',
        email: 'Email',
        message: 'Message',
        answers: 'Answers',
        stage: 'Stage',
      },
      streamInbox(db, ownPostings(viewer.id)),
    ),
  )
}
