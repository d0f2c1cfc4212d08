import type { PersonalData } from '#features/accounts/server/public.ts'
import { deleteSubscriber } from './service.ts'

export { streamSubscribers, unconfirmedSubscribers, unsubscribeLinks } from './service.ts'

export const newsletterPersonalData: PersonalData = {
  name: 'newsletter',
  eraseAddress: (trx, email) => deleteSubscriber(trx, { email }),
}
