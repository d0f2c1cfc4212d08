import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { signInErrorText } from '#features/accounts/model.ts'
import { site } from '#features/site/config.ts'
import { MailLink } from '#ui/layout.tsx'
import { Alert } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { useShownPage, TextLink } from '#platform/web/navigation.tsx'

/** A page that is one form: a narrow column under one heading. */
export const FormPage = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <div className="page-column py-10 sm:py-16">
    <div className="flex w-full max-w-form flex-col gap-6">
      <header>
        <h1 className="text-xl font-bold">{title}</h1>
        {lead !== undefined && <div className="mt-2 text-muted">{lead}</div>}
      </header>
      {children}
    </div>
  </div>
)

/** Where a form cannot be sent without JavaScript. */
export const NeedsScripts = () => (
  <div className="hidden rounded-sm border-l-4 border-action bg-action-wash p-4 noscript:block">
    <p className="font-semibold">This form needs JavaScript.</p>
    <p>
      Turn it on in your browser, or write to <MailLink address={site.emails.support} />. Searching, reading and{' '}
      <TextLink to="/jobs">applying for jobs</TextLink> work without it, and need no account.
    </p>
  </div>
)

/** After somebody has signed in. */
export function useWelcome() {
  const queryClient = useQueryClient()
  return async (said = { title: 'Welcome back!', description: 'You have successfully logged in.' }): Promise<void> => {
    await refreshCurrentUser(queryClient)
    toast(said)
  }
}

/** Why somebody who went to an identity provider is back here. */
export function SignInProblem() {
  const { search } = useShownPage()
  const text = signInErrorText(search['error'])
  return text === undefined ? null : <Alert tone="danger">{text}</Alert>
}
