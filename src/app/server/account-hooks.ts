import type { AccountHooks, PersonalData } from '#features/accounts/server/public.ts'
import { alertsPersonalData, claimAlerts } from '#features/alerts/server/public.ts'
import { contactPersonalData } from '#features/contact/server/service.ts'
import { cvPersonalData, findCvSummary } from '#features/cv/server/public.ts'
import { deskPersonalData } from '#features/desk/server/service.ts'
import {
  acceptInvitation,
  employersPersonalData,
  endOrganization,
  getInvitation,
  startOrganization,
} from '#features/employers/server/public.ts'
import { favoritesPersonalData } from '#features/favorites/server/public.ts'
import {
  claimInquiriesOf,
  inquiriesPersonalData,
  moveSentInquiries,
  unassignFrom,
} from '#features/inquiries/server/public.ts'
import { newsletterPersonalData } from '#features/newsletter/server/public.ts'
import { moveContacts, postingsPersonalData } from '#features/postings/server/public.ts'
import { widgetPersonalData } from '#features/widget/server/routes.ts'
import { deleteMailsOf } from '#platform/server/mail/gathering.ts'
import { eraseDeleted } from '#platform/server/retention.ts'

/** Before the inquiries, whose mails name the address. */
const mailsPersonalData: PersonalData = { name: 'mails', eraseAddress: deleteMailsOf }

/** Rows that a rule by age deleted stay for some days, unless their owner wants them gone. */
const deletedPersonalData: PersonalData = {
  name: 'deletedRows',
  erase: async (transaction, { id }) => void (await eraseDeleted(transaction, id)),
  eraseAddress: eraseDeleted,
}

/** Higher features act here when an account changes: `accounts` calls them, and knows none. */
export const accountHooks: AccountHooks = {
  personalData: [
    mailsPersonalData,
    // Before the postings, which a team keeps.
    employersPersonalData(unassignFrom),
    postingsPersonalData,
    inquiriesPersonalData,
    ...cvPersonalData,
    favoritesPersonalData,
    deskPersonalData,
    alertsPersonalData,
    widgetPersonalData,
    newsletterPersonalData,
    contactPersonalData,
    deletedPersonalData,
  ],
  startsHiring: startOrganization,
  stopsHiring: endOrganization,
  findInvitation: getInvitation,
  acceptInvitation: (transaction, links, { ip, ...invited }, secret) =>
    acceptInvitation({ ...links, db: transaction, memberLeft: unassignFrom }, invited, ip, secret),
  async emailConfirmed(transaction, owner) {
    await claimAlerts(transaction, owner)
    await claimInquiriesOf(transaction, owner)
    if (!owner.before) return
    const moved = { from: owner.before, to: owner.email }
    await moveContacts(transaction, owner.userId, moved)
    await moveSentInquiries(transaction, owner.userId, moved)
  },
  findCv: findCvSummary,
}
