import type { ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { linkedCvCall, linkedCvPath, manageLinksPath } from '#shared/paths.ts'
import { QuestionPage } from '#ui/layout.tsx'
import { Alert } from '#ui/feedback.tsx'
import { TextLink, useShownPage } from '#platform/web/navigation.tsx'
import { TokenForm } from './components/inquiry-parts.tsx'

export const head = unlistedHead(
  'Open a CV',
  'A CV that a physician sent with an inquiry.',
  linkedCvPath,
)

const states: Record<string, ReactNode> = {
  used: (
    <Alert tone="danger" title="This link already opened the CV">
      Each link works once. You get a new one beside the inquiry, on{' '}
      <TextLink to={manageLinksPath}>the page that manages your posting</TextLink>.
    </Alert>
  ),
  dead: (
    <Alert tone="danger" title="This link no longer works">
      It expired, the physician withdrew the inquiry, or the posting was removed.
    </Alert>
  ),
}

/** Needs a press, because mail scanners follow links. Works without JavaScript. */
export function Page() {
  const { token, state = '' } = useShownPage().search
  return (
    <QuestionPage title="A CV for your posting">
      {token === undefined ? (
        <Alert tone="danger">
          Part of the link is missing. Please open it from the email again.
        </Alert>
      ) : (
        (states[state] ?? (
          <>
            <p>
              A physician sent it with an inquiry and will see that you opened it. The link works
              once.
            </p>
            <TokenForm action={linkedCvCall} token={token} label="Open the CV" />
          </>
        ))
      )}
    </QuestionPage>
  )
}
