import { useState, type FormEvent } from 'react'
import { newsletterTexts, parseFooterResult } from '#features/newsletter/model.ts'
import { newsletterPath, unsubscribePath } from '#shared/paths.ts'
import { TextLink, useShownPage } from '#platform/web/navigation.tsx'
import { site } from '#features/site/config.ts'
import { listedHead } from '#features/site/page-head.ts'
import { Alert } from '#ui/feedback.tsx'
import { Article } from '#ui/layout.tsx'
import { Button } from '#ui/button.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { FooterNewsletter } from './components/newsletter-form.tsx'

export const head = listedHead(
  'Newsletter',
  () => `What is new on ${site.name} and in the market for physicians’ work, by email.`,
  newsletterPath,
)

export function Page() {
  const { search } = useShownPage()
  const result = parseFooterResult(search['result'])
  if (search['token']) return <ConfirmSubscription token={search['token']} />
  return (
    <Article title="Newsletter" lead="New jobs and what physicians’ work pays, by email.">
      <FooterNewsletter initial={result && { ok: result !== 'invalidEmail', message: newsletterTexts[result] }} />
      <p className="max-w-prose text-muted">
        We use your address for nothing else. To unsubscribe, use the link in any of the emails, or go to{' '}
        <TextLink to={unsubscribePath}>Unsubscribe</TextLink>.
      </p>
    </Article>
  )
}

/** Behind the link in the email. Mail scanners follow links, so only a button subscribes; without JavaScript it is a plain form. */
function ConfirmSubscription({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<{ ok: boolean; message: string }>()
  async function confirm(event: FormEvent) {
    event.preventDefault()
    try {
      await callApi('POST /newsletter/confirmation', { query: { token } })
      setOutcome({ ok: true, message: newsletterTexts.confirmed })
    } catch (error) {
      setOutcome({ ok: false, message: error instanceof Error ? error.message : newsletterTexts.failed })
    }
  }
  return (
    <Article title="Newsletter" lead="Do you want to get the newsletter at this address?">
      {outcome && <Alert {...(!outcome.ok && { tone: 'danger' })}>{outcome.message}</Alert>}
      {!outcome?.ok && (
        <form
          method="post"
          action={apiUrl('POST /newsletter/confirmation', { query: { token } })}
          onSubmit={(event) => void confirm(event)}
        >
          <Button type="submit">Confirm subscription</Button>
        </form>
      )}
    </Article>
  )
}
