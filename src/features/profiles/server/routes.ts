import type { FastifyInstance } from 'fastify'
import type { Inquiries } from '#features/inquiries/server/public.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import * as finding from './finding.ts'
import * as invitations from './invitations.ts'
import * as submittals from './submittals.ts'
import { getProfile, listFittingJobs, readOwnCv, saveProfile } from './service.ts'

export function registerProfiles(app: FastifyInstance, inquiries: Inquiries): void {
  const { db } = inquiries
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getProfile, ({ viewer }) => getProfile(db, viewer.id))

  serve(contract.saveProfile, ({ body, viewer }) => saveProfile(db, viewer.id, body))

  serve(contract.listFittingJobs, ({ viewer }) => listFittingJobs(db, viewer.id))

  serve(contract.readOwnCv, ({ viewer }) => readOwnCv(inquiries, viewer))

  serve(contract.setFinding, ({ body, viewer }) => finding.setFinding(db, viewer, body))

  serve(contract.listProfileViews, ({ viewer }) => finding.listViews(db, viewer.id))

  serve(contract.listInvitations, ({ viewer }) => invitations.listInvitations(db, viewer.id))

  serve(contract.answerInvitation, ({ body, params, viewer }) =>
    invitations.answerInvitation(inquiries, viewer, params.id, body),
  )

  serve(contract.searchCandidates, ({ params, query, viewer }) =>
    finding.searchCandidates(inquiries, viewer, params.id, query),
  )

  serve(contract.openCandidate, ({ params, viewer }) =>
    finding.openCandidate(db, viewer, params.id, params.candidateId),
  )

  serve(contract.listSubmittals, ({ viewer }) => submittals.listSubmittals(db, viewer))

  serve(contract.askForSubmittal, ({ body, viewer }) =>
    submittals.askForSubmittal(inquiries, viewer, body),
  )

  serve(contract.inviteCandidate, ({ body, params, viewer }) =>
    invitations.inviteCandidate(inquiries, viewer, params, body.message),
  )
}
