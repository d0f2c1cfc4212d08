import { posters } from '#shared/contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { site } from '#features/site/config.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { manyEmails } from '#shared/mail.ts'
import {
  employerPostingPath,
  employersPath,
  postJobPath,
  signInPath,
  signUpPath,
  withReturnTo,
} from '#shared/paths.ts'
import { LabeledSection, MailLink, QuestionPage } from '#ui/layout.tsx'
import { Button } from '#ui/button.tsx'
import { Alert, EmptyState, LoadFailure } from '#ui/feedback.tsx'
import { ApiError, callApi } from '#platform/web/api.ts'
import { formText } from '#platform/web/browser.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { NeedsScripts, PostForm } from '#platform/web/form/post-form.tsx'
import {
  LinkButton,
  TextLink,
  useNavigate,
  useShownPage,
  type PageArgs,
} from '#platform/web/navigation.tsx'
import { useAction } from '#platform/web/action.tsx'
import type { ManagedPosting } from '../contract.ts'
import { EditForm } from './components/edit-form.tsx'
import { ActionButton, PostingButtons, useManagedActions } from './components/posting-actions.tsx'
import { postOrBrowse, PostingSkeleton } from './components/posting-page-parts.tsx'
import { PostingFacts, PostingHeading, PostingText } from './components/posting-view.tsx'
import { managedPostingQuery, updateManagedPosting } from './queries.ts'

export async function load({ queryClient, search: { token } }: PageArgs): Promise<void> {
  if (token) await queryClient.ensureQueryData(managedPostingQuery(token))
}

/** Without the token, which is a secret. */
export const head = unlistedHead(
  'Manage your posting',
  'Edit, take down, renew or delete a posting.',
  '/employers/manage',
)

/** `Inbox` is a higher feature's. */
type Parts = { Inbox: ComponentType<{ token: string; isConfirmed: boolean }> }

export function ManagePage(parts: Parts) {
  const token = useShownPage().search['token'] ?? ''
  const { data, error, refetch } = useQuery({
    ...managedPostingQuery(token),
    enabled: token !== '',
  })
  const [isDeleted, setDeleted] = useState(false)

  if (isDeleted)
    return (
      <EmptyState level={1} title="Job deleted" actions={postOrBrowse}>
        The job posting has been removed successfully.
      </EmptyState>
    )
  if (token === '') return <AskForLinks />
  if (data)
    return <Manage token={token} managed={data} onDeleted={() => setDeleted(true)} {...parts} />
  if (error instanceof ApiError && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code))
    return (
      <AskForLinks
        title="This link does not work"
        lead="The posting may have been deleted or moved to an account, or part of the link may be missing. Have the link sent again."
      />
    )
  return (
    <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
      {error ? (
        <>
          <h1 className="text-xl font-bold">Manage your posting</h1>
          <LoadFailure onRetry={() => void refetch()}>
            Failed to load job posting. Please refresh the page or try again later.
          </LoadFailure>
        </>
      ) : (
        <PostingSkeleton />
      )}
    </div>
  )
}

type Asked = { title?: string; lead?: string }

function AskForLinks({
  title = 'Manage a posting without an account',
  lead = 'A link in our email manages it.',
}: Asked) {
  const [address, setAddress] = useState<string>()
  return (
    <QuestionPage
      title={title}
      lead={
        <>
          {lead} Something else? Write to <MailLink address={site.emails.postings} />.
        </>
      }
    >
      <NeedsScripts />
      {address === undefined ? (
        <PostForm
          email={{ hint: 'The address that you posted with' }}
          send={async (fields) => {
            const email = formText(fields, 'email')
            await callApi('POST /api/manage-posting/links', { body: { email } })
            setAddress(email)
          }}
          failure={{ title: 'We could not send the links' }}
          button="Email me my links"
          pendingLabel="Sending..."
        />
      ) : (
        <p role="status">
          If something was posted with <span className="font-semibold">{address}</span> and without
          an account, its links are on their way. {manyEmails} Earlier links still work.
        </p>
      )}
      <p className="text-muted">
        With an account, you do not need a link: <TextLink to={signInPath}>Sign in</TextLink>, or{' '}
        <TextLink to={postJobPath}>post a job</TextLink>.
      </p>
    </QuestionPage>
  )
}

type Props = Parts & { token: string; managed: ManagedPosting; onDeleted: () => void }

function Manage({ token, managed, onDeleted, Inbox }: Props) {
  const queryClient = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const { posting } = managed
  const show = (now: ManagedPosting) =>
    queryClient.setQueryData(managedPostingQuery(token).queryKey, now)
  const actions = useManagedActions(token, posting, show)

  return (
    <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
      <p className="text-muted">
        You manage this posting through the link in your email. Anyone with the link can do the
        same. <TextLink to={employersPath}>More for employers</TextLink>
      </p>
      <PostingHeading posting={posting} actions={actions} />
      {!managed.contactConfirmed && (
        <ConfirmContact token={token} address={posting.contactEmail} onConfirmed={show} />
      )}
      {isEditing ? (
        <EditForm
          posting={posting}
          storedFor="link"
          save={async (changes) => {
            const saved = await updateManagedPosting(token, changes)
            show(saved)
            return saved.posting
          }}
          done={() => setEditing(false)}
          asksForContact={false}
          cancel={
            <Button label="Cancel" look="secondary" size="lg" onClick={() => setEditing(false)} />
          }
        />
      ) : (
        <>
          <PostingButtons
            posting={posting}
            actions={actions}
            onEdit={() => setEditing(true)}
            onGone={onDeleted}
          />
          <Inbox token={token} isConfirmed={managed.contactConfirmed} />
          <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <PostingText posting={posting} />
            <aside className="flex flex-col gap-8">
              <ClaimSection token={token} address={posting.contactEmail} />
              <RevokeSection token={token} address={posting.contactEmail} />
              <PostingFacts posting={posting} />
            </aside>
          </div>
        </>
      )}
    </div>
  )
}

type LinkProps = { token: string; address: string }

const sectionClass = 'flex flex-col gap-4 rounded-md border border-line bg-surface p-4'

const Address = ({ address }: { address: string }) => (
  <span className="font-semibold text-ink">{address}</span>
)

function ClaimSection({ token, address }: LinkProps) {
  const navigate = useNavigate()
  const { href } = useShownPage()
  const current = useCurrentUser()
  const user = current.status === 'signed-in' ? current.user : undefined
  const claim = useAction({
    call: () => callApi('POST /api/manage-posting/claim', { query: { token } }),
    done({ id }) {
      navigate({ to: employerPostingPath(id), replace: true })
      return { title: 'Posting claimed', description: 'It now belongs to your account.' }
    },
    sorry: 'Failed to claim the posting. Please try again.',
  })
  const isTheirs =
    user?.email?.toLowerCase() === address && posters.some((role) => role === user.role)
  return (
    <LabeledSection title="Move it into an account" className={sectionClass}>
      <p className="text-muted">
        An employer or recruiter account with the address <Address address={address} /> can take
        this posting and its inquiries. The link stops working then.
      </p>
      <div className="flex flex-wrap gap-3">
        {isTheirs ? (
          <ActionButton label="Claim This Posting" isBusy={claim.isPending} act={claim.run} />
        ) : user ? (
          <p className="text-xs text-muted">You are signed in to another account.</p>
        ) : (
          <>
            <LinkButton label="Sign In" to={withReturnTo(signInPath, href)} look="secondary" />
            <LinkButton label="Sign Up" to={withReturnTo(signUpPath, href)} look="quiet" />
          </>
        )}
      </div>
    </LabeledSection>
  )
}

/** For a link that was forwarded, or that others may have seen. */
function RevokeSection({ token, address }: LinkProps) {
  const revoke = useAction({
    call: () => callApi('POST /api/manage-posting/revocation', { query: { token } }),
    failure: 'We could not end the links',
  })
  return (
    <LabeledSection title="End all links" className={sectionClass}>
      {revoke.data ? (
        <p role="status" className="text-muted">
          We ended all links to this posting and are emailing a new one to{' '}
          <Address address={address} />. {manyEmails}
        </p>
      ) : (
        <>
          <p className="text-muted">
            Did someone else get your link? End all links, including this one. We will email a new
            one to <Address address={address} />.
          </p>
          <ActionButton
            label="End All Links"
            look="secondary"
            isBusy={revoke.isPending}
            act={revoke.run}
          />
        </>
      )}
    </LabeledSection>
  )
}

/** Following a link proves nothing, for mail scanners do; a press does. */
function ConfirmContact({
  token,
  address,
  onConfirmed,
}: LinkProps & { onConfirmed: (now: ManagedPosting) => void }) {
  const confirm = useAction({
    call: () => callApi('POST /api/manage-posting/confirmation', { query: { token } }),
    done(now) {
      onConfirmed(now)
      return {
        title: 'Address confirmed',
        description: 'Physicians can now send you a CV with their inquiry.',
      }
    },
    failure: 'We could not confirm the address',
  })
  return (
    <Alert
      title="Confirm your address"
      action={
        <ActionButton label="Confirm this address" isBusy={confirm.isPending} act={confirm.run} />
      }
    >
      Until you confirm that {address} is yours, you cannot read inquiries here, and physicians
      cannot send a CV.
    </Alert>
  )
}
