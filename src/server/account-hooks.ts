import type { AccountHooks } from '#features/accounts/server/public.ts'
import { alertsPersonalData, claimAlerts } from '#features/alerts/server/public.ts'
import { cvPersonalData, findCvSummary } from '#features/cv/server/public.ts'
import { favoritesPersonalData } from '#features/favorites/server/public.ts'
import { inquiriesPersonalData } from '#features/inquiries/server/public.ts'
import { newsletterPersonalData } from '#features/newsletter/server/public.ts'
import { postingsPersonalData } from '#features/postings/server/public.ts'
import { widgetPersonalData } from '#features/widget/server/public.ts'

/** What features do when an account changes; `accounts` calls these functions and knows no higher feature. */
export const accountHooks: AccountHooks = {
  personalData: [
    postingsPersonalData,
    inquiriesPersonalData,
    ...cvPersonalData,
    favoritesPersonalData,
    alertsPersonalData,
    widgetPersonalData,
    newsletterPersonalData,
  ],
  emailConfirmed: claimAlerts,
  findCv: findCvSummary,
}
