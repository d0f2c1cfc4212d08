import { useState, type FormEvent, type ReactNode } from 'react'
import { site } from '#features/site/config.ts'
import { Button } from '#ui/button.tsx'
import { EmailInput, Field } from '#ui/field.tsx'
import { callApi } from '#platform/web/api.ts'
import { formText, isComplete } from '#platform/web/browser.ts'
import { newsletterTexts, type NewsletterOutcome } from '#features/newsletter/model.ts'

type Props = {
  label: ReactNode
  /** Never rejects. */
  send: (email: string) => Promise<NewsletterOutcome>
  /** The outcome of the plain form. */
  initial?: NewsletterOutcome | undefined
  className?: string
}

/**
 * A plain form without JavaScript, answered by a page. Where a page has one, the footer hides its
 * own (styles.css).
 */
export function NewsletterForm({ label, send, initial, className = '' }: Props) {
  const [isPending, setPending] = useState(false)
  const [outcome, setOutcome] = useState(initial)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!isComplete(form)) return setOutcome({ ok: false, message: newsletterTexts.invalidEmail })
    setPending(true)
    const sent = await send(formText(new FormData(form), 'email'))
    setPending(false)
    setOutcome(sent)
    if (sent.ok) form.reset()
  }

  const error = outcome?.ok === false ? outcome.message : undefined
  return (
    <form
      method="post"
      action="/subscribe"
      noValidate
      aria-busy={isPending}
      onSubmit={(event) => void submit(event)}
      className={`max-w-form ${className}`}
    >
      <Field label={label} error={error} required>
        {(control) => (
          <span className="flex gap-2">
            <EmailInput
              {...control}
              placeholder="you@example.org"
              enterKeyHint="send"
              className="grow"
            />
            <Button
              label={isPending ? 'Subscribing...' : 'Subscribe'}
              type="submit"
              disabled={isPending}
              className="shrink-0"
            />
          </span>
        )}
      </Field>
      <p role="status" className="mt-1 min-h-5 text-xs font-semibold text-action">
        {outcome?.ok === true && outcome.message}
      </p>
    </form>
  )
}

async function subscribe(email: string): Promise<NewsletterOutcome> {
  try {
    const { ok, message } = await callApi('POST /subscribe', { body: { email } })
    return { ok, message: message || newsletterTexts.invalidEmail }
  } catch {
    return { ok: false, message: newsletterTexts.failed }
  }
}

/** Shows the answer beside the form. `initial` is the outcome of the plain form. */
export const FooterNewsletter = (props: Pick<Props, 'initial' | 'className'>) => (
  <NewsletterForm {...props} label={`The ${site.name} newsletter`} send={subscribe} />
)
