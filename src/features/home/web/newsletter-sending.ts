import { newsletterTexts, type NewsletterOutcome } from '#features/newsletter/model.ts'
import { callApi } from '#platform/web/api.ts'

export const invalidEmail: NewsletterOutcome = { ok: false, message: newsletterTexts.invalidEmail }

/** Never rejects. */
export async function subscribeFromFooter(email: string): Promise<NewsletterOutcome> {
  try {
    const { ok, message } = await callApi('POST /subscribe', { body: { email } })
    return { ok, message: message || newsletterTexts.invalidEmail }
  } catch {
    return { ok: false, message: newsletterTexts.failed }
  }
}
