import type { ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { manyEmails } from '#shared/mail-texts.ts'
import { linkedCvCall, linkedCvPath, linkedCvRenewalCall } from '#shared/paths.ts'
import { LabeledSection, QuestionPage } from '#ui/layout.tsx'
import { Alert } from '#ui/feedback.tsx'
import { useShownPage } from '#platform/web/navigation.tsx'
import { TokenForm } from './components/inquiry-parts.tsx'

export const head = unlistedHead(
  'Open a CV',
  'A CV that a physician sent with an inquiry.',
  linkedCvPath,
)

const states: Record<string, ReactNode> = {
  used: (
    <Alert tone="danger" title="This link already opened the CV">
      Each link works once. You can get a new link by email.
    </Alert>
  ),
  dead: (
    <Alert tone="danger" title="This link no longer works">
      It expired, the physician withdrew the inquiry, or the posting was removed.
    </Alert>
  ),
  done: (
    <Alert title="A new link is on its way">
      It goes to the email address of the posting. {manyEmails}
    </Alert>
  ),
}

/** Needs a press, because mail scanners follow links. Works without JavaScript. */
export function Page() {
  const { token, state = '' } = useShownPage().search
  return (
    <QuestionPage title="A CV for your posting">
      {states[state]}
      {token === undefined ? (
        <Alert tone="danger">
          Part of the link is missing. Please open it from the email again.
        </Alert>
      ) : (
        <>
          {!(state in states) && (
            <>
              <p>
                A physician sent it with an inquiry and will see that you opened it. The link works
                once.
              </p>
              <TokenForm action={linkedCvCall} token={token} label="Open the CV" />
            </>
          )}
          {state !== 'done' && (
            <LabeledSection title="Do you need it again?" className="border-t border-line pt-6">
              <p className="mt-1 mb-4 text-muted">
                We will email a new link to the address of the posting.
              </p>
              <TokenForm
                action={linkedCvRenewalCall}
                token={token}
                label="Email me a new link"
                look="secondary"
              />
            </LabeledSection>
          )}
        </>
      )}
    </QuestionPage>
  )
}
