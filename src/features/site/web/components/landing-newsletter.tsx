import type { Subscribe } from '#features/newsletter/contract.ts'
import { newsletterTexts } from '#features/newsletter/model.ts'
import { toast } from '#ui/toast.ts'
import { callApi } from '#web/lib/api.ts'
import { NewsletterForm } from './newsletter-form.tsx'
import type { NewsletterOutcome } from './newsletter-form.tsx'

export function LandingNewsletter() {
  return (
    <section className="grid gap-x-12 gap-y-5 border-t-2 border-ink pt-5 md:grid-cols-2">
      <div>
        <h2 className="text-xl font-semibold">The newsletter</h2>
        <p className="mt-3 max-w-prose text-muted">
          What is new on the board and in the market for physicians’ work. Your address serves nothing else, and one press takes
          it off the list.
        </p>
      </div>
      <NewsletterForm label="Your e-mail address" send={send} className="md:pt-2" />
    </section>
  )
}

async function send(email: string): Promise<NewsletterOutcome> {
  try {
    const { alreadySubscribed } = await callApi<Subscribe>({ method: 'POST', url: '/api/subscribe', body: { email } })
    toast({ title: 'Success!', description: newsletterTexts[alreadySubscribed ? 'alreadySubscribed' : 'subscribed'] })
    return { ok: true }
  } catch {
    toast({ title: 'Error', description: newsletterTexts.failed, tone: 'danger' })
    return { ok: false }
  }
}
