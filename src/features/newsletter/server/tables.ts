import type { Generated } from 'kysely'

export type NewsletterTables = {
  newsletter_subscribers: { id: string; email: string; subscribed_at: Generated<Date> }
}
