import { z } from 'zod'
import { defineEndpoint, posters, hiringRoles } from '#shared/contract.ts'
import { seatDecisions } from './model.ts'
import * as schemas from './schemas.ts'
import { bySlug, seat, moment, teamCall } from './contract.ts'

export const inviteMember = defineEndpoint('inviteMember', 'POST /api/organization/invitations', {
  ...teamCall,
  limit: { max: 30, seconds: 600, mails: true },
  summary: 'Mail an invitation, which works once, for seven days',
  body: schemas.invitationSchema,
})

export const withdrawInvitation = defineEndpoint(
  'withdrawInvitation',
  'DELETE /api/organization/invitations/:id',
  {
    ...teamCall,
    summary: 'Withdraw an invitation',
  },
)

export const changeSeat = defineEndpoint('changeSeat', 'PUT /api/organization/members/:id', {
  ...teamCall,
  summary: 'Change what a member may do; one owner stays',
  body: schemas.seatSchema,
})

export const removeMember = defineEndpoint('removeMember', 'DELETE /api/organization/members/:id', {
  ...teamCall,
  summary: 'Remove a member, or leave; an owner gets the postings',
})

export const handOverPosting = defineEndpoint(
  'handOverPosting',
  'PUT /api/organization/postings/:id',
  {
    ...teamCall,
    summary: 'Hand a posting over to another member',
    body: z.object({ to: z.uuid() }),
  },
)

export const getInvitation = defineEndpoint('getInvitation', 'GET /api/invitation', {
  access: 'public',
  limit: { max: 60, seconds: 60 },
  summary: 'What an invitation is for, by the secret that was mailed',
  query: schemas.invitationTokenSchema,
  response: z.object({
    organization: z.string(),
    email: z.string(),
    seat,
    /** As what the team hires, which who joins does, too. */
    role: z.enum(hiringRoles),
    /** The address has an account to sign in to. */
    hasAccount: z.boolean(),
  }),
  errors: ['NOT_FOUND'],
})

export const acceptInvitation = defineEndpoint('acceptInvitation', 'POST /api/invitation', {
  access: 'signed-in',
  limit: { max: 30, seconds: 60 },
  summary: 'Accept an invitation, with the account of the address that it was mailed to',
  body: schemas.invitationTokenSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const requestSeat = defineEndpoint(
  'requestSeat',
  'POST /api/employers/:slug/seat-requests',
  {
    ...teamCall,
    limit: { max: 10, seconds: 600 },
    summary: 'Ask for a seat in the team of an employer whose mail domain the caller’s address has',
    params: bySlug,
  },
)

export const listSeatRequests = defineEndpoint('listSeatRequests', 'GET /api/seat-requests', {
  access: posters,
  summary: 'Requests of the caller, and those that the caller decides',
  response: z.array(
    z.object({
      id: z.uuid(),
      email: z.string().nullable(),
      employer: z.string(),
      status: z.enum(['open', 'granted', 'refused', 'taken']),
      askedAt: moment,
      /** When a granted seat can be taken. */
      startsAt: moment.nullable(),
      isOwn: z.boolean(),
    }),
  ),
})

export const decideSeat = defineEndpoint('decideSeat', 'PUT /api/seat-requests/:id', {
  ...teamCall,
  summary: 'Grant or refuse a seat, object to one, or take the own one a week after it was granted',
  body: z.object({ decision: z.enum(seatDecisions) }),
})
