import type { SubscribeFromFooter } from '#features/newsletter/contract.ts'
import { newsletterTexts } from '#features/newsletter/model.ts'
import type { FooterResult } from '#features/newsletter/model.ts'
import { site } from '#features/site/config.ts'
import { callApi } from '#web/lib/api.ts'
import { NewsletterForm } from './newsletter-form.tsx'
import type { NewsletterOutcome } from './newsletter-form.tsx'

/** Says beside the form what the server says. `result` is what became of the plain form that led here. */
export function FooterNewsletter({ result, className }: { result?: FooterResult | undefined; className?: string }) {
  return (
    <NewsletterForm
      label={`The ${site.name} newsletter`}
      send={send}
      initial={result && { ok: result !== 'invalidEmail', message: newsletterTexts[result] }}
      {...(className !== undefined && { className })}
    />
  )
}

async function send(email: string): Promise<NewsletterOutcome> {
  try {
    const { ok, message } = await callApi<SubscribeFromFooter>({ method: 'POST', url: '/subscribe', body: { email } })
    return { ok, message: message || newsletterTexts.invalidEmail }
  } catch {
    return { ok: false, message: newsletterTexts.failed }
  }
}
