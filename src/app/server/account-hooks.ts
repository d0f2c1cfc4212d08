import type { AccountHooks, PersonalData } from '#features/accounts/server/public.ts'
import { alertsPersonalData, claimAlerts } from '#features/alerts/server/public.ts'
import { connectionsPersonalData, endKeysOf } from '#features/connections/server/keys.ts'
import { contactPersonalData } from '#features/contact/server/service.ts'
import { cvPersonalData, findCvSummary } from '#features/cv/server/public.ts'
import { deskPersonalData } from '#features/desk/server/service.ts'
import {
  acceptInvitation,
  employersPersonalData,
  endOrganization,
  getInvitation,
  startOrganization,
  type MemberLeft,
} from '#features/employers/server/public.ts'
import { favoritesPersonalData } from '#features/favorites/server/public.ts'
import {
  claimInquiriesOf,
  inquiriesPersonalData,
  moveSentInquiries,
  unassignFrom,
} from '#features/inquiries/server/public.ts'
import { careersPagesPersonalData } from '#features/imports/server/public.ts'
import { newsletterPersonalData } from '#features/newsletter/server/public.ts'
import { moveContacts, postingsPersonalData } from '#features/postings/server/public.ts'
import { profilesPersonalData } from '#features/profiles/server/service.ts'
import { widgetPersonalData } from '#features/widget/server/routes.ts'
import { deleteMailsOf } from '#platform/server/mail/gathering.ts'
import { eraseDeleted } from '#platform/server/retention.ts'

/** Before the inquiries, whose mails name the address. */
const mailsPersonalData: PersonalData = { name: 'mails', eraseAddress: deleteMailsOf }

/** Rows that a rule by age deleted stay for some days, unless their owner wants them gone. */
const deletedPersonalData: PersonalData = {
  name: 'deletedRows',
  erase: async (trx, { id }) => void (await eraseDeleted(trx, id)),
  eraseAddress: eraseDeleted,
}

/** A member has left, or has another seat. */
export const memberLeft: MemberLeft = async (trx, leaver) => {
  await unassignFrom(trx, leaver)
  await endKeysOf(trx, leaver)
}

/** Higher features act here when an account changes: `accounts` calls them, and knows none. */
export const accountHooks: AccountHooks = {
  personalData: [
    mailsPersonalData,
    // Before the postings, which a team keeps.
    employersPersonalData(memberLeft),
    connectionsPersonalData,
    postingsPersonalData,
    inquiriesPersonalData,
    ...cvPersonalData,
    favoritesPersonalData,
    profilesPersonalData,
    deskPersonalData,
    alertsPersonalData,
    widgetPersonalData,
    careersPagesPersonalData,
    newsletterPersonalData,
    contactPersonalData,
    deletedPersonalData,
  ],
  startsHiring: startOrganization,
  stopsHiring: endOrganization,
  findInvitation: getInvitation,
  acceptInvitation: (trx, links, { ip, ...invited }, secret) =>
    acceptInvitation({ ...links, db: trx, memberLeft }, invited, ip, secret),
  async emailConfirmed(trx, owner) {
    await claimAlerts(trx, owner)
    await claimInquiriesOf(trx, owner)
    if (!owner.before) return
    const moved = { from: owner.before, to: owner.email }
    await moveContacts(trx, owner.userId, moved)
    await moveSentInquiries(trx, owner.userId, moved)
  },
  findCv: findCvSummary,
}
