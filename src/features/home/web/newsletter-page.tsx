import { useState } from 'react'
import { newsletterTexts, parseFooterResult } from '#features/newsletter/model.ts'
import { newsletterPath, unsubscribePath } from '#shared/paths.ts'
import { TextLink, useShownPage } from '#platform/web/navigation.tsx'
import { site } from '#features/site/config.ts'
import { listedHead } from '#features/site/page-head.ts'
import { Alert } from '#ui/feedback.tsx'
import { Article } from '#ui/layout.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { PostForm } from '#platform/web/form/post-form.tsx'
import { FooterNewsletter } from './components/newsletter-form.tsx'

export const head = listedHead(
  'Newsletter',
  () => `New jobs on ${site.name} and what physicians’ work pays, by email.`,
  newsletterPath,
)

export function Page() {
  const { search } = useShownPage()
  const result = parseFooterResult(search['result'])
  if (search['token']) return <ConfirmSubscription token={search['token']} />
  return (
    <Article title="Newsletter" lead="New jobs and what physicians’ work pays, by email.">
      <FooterNewsletter
        initial={result && { ok: result !== 'invalidEmail', message: newsletterTexts[result] }}
      />
      <p className="max-w-prose text-muted">
        We use your address for nothing else. To unsubscribe, use the link in any of the emails, or
        go to <TextLink to={unsubscribePath}>Unsubscribe</TextLink>.
      </p>
    </Article>
  )
}

/** Behind the link in the email. */
function ConfirmSubscription({ token }: { token: string }) {
  const [isDone, setDone] = useState(false)
  return (
    <Article title="Newsletter" lead="Do you want to get the newsletter at this address?">
      {isDone ? (
        <Alert>{newsletterTexts.confirmed}</Alert>
      ) : (
        <PostForm
          action={apiUrl('POST /newsletter/confirmation', { query: { token } })}
          send={() => callApi('POST /newsletter/confirmation', { query: { token } })}
          done={() => setDone(true)}
          failure={{ title: newsletterTexts.failed }}
          button="Confirm subscription"
          pendingLabel="Confirming..."
        />
      )}
    </Article>
  )
}
