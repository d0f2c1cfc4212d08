import { counted } from '#shared/numbers.ts'
import {
  holdReasonTexts,
  renewableDays,
  reviewHours,
  shownLocation,
  statusLabels,
} from '#features/postings/model.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { Button } from '#ui/button.tsx'
import { dateText, namesPay, postingDayText } from '#features/jobs/display.ts'
import { labelOf } from '#features/jobs/fields.ts'
import { employmentTypeLabels, type JobStatus } from '#features/jobs/model.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import { statedDetails, statedTexts } from '#features/postings/practice-facts.ts'
import { jobPath } from '#shared/paths.ts'
import { Alert, Badge, type BadgeTone } from '#ui/feedback.tsx'
import { DefinitionGrid } from '#ui/figures.tsx'
import { Prose } from '#ui/prose.tsx'
import { TextLink, useShownPage } from '#platform/web/navigation.tsx'
import { MailAddress } from '#platform/web/page-parts.tsx'
import type { PostingActions } from './posting-actions.tsx'

/** A posting with all its fields, as its poster reads it. */

type HeadingProps = { posting: PostingDetail; actions: PostingActions }

export function PostingHeading({ posting, actions }: HeadingProps) {
  const { now } = useShownPage()
  const { title, company, specialty, location, status, jobType, pay, reason, holds } = posting
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-xl font-bold wrap-anywhere">{title}</h1>
        <PostingStatus status={status} label={detailStatusLabel(status)} />
        <Expiry posting={posting} now={now} />
      </div>
      <p className="text-muted">{company}</p>
      <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <span className={namesPay(pay) ? 'font-semibold text-pay tabular-nums' : 'text-muted'}>
          {pay || 'Salary not specified'}
        </span>
        <span className="font-semibold">{shownLocation(location)}</span>
        <span>{specialty}</span>
        <span>{employmentTypeLabels[jobType]}</span>
      </p>
      {reason !== null && (
        <Alert
          tone="danger"
          title={
            status === 'rejected' ? 'This posting was not approved' : 'This posting was removed'
          }
        >
          {reason}
        </Alert>
      )}
      {holds
        .filter((hold) => hold.note !== reason || reason === null)
        .map((hold) => (
          <Alert key={hold.reason + hold.since} tone="danger" title={holdReasonTexts[hold.reason]}>
            {hold.note} Since {dateText(hold.since)}. If you think this is wrong, please write to
            us.
          </Alert>
        ))}
      {posting.waitingEdit && (
        <Alert
          title="Your changes wait for a moderator"
          action={
            posting.waitingEdit.isShown && (
              <Button
                look="secondary"
                aria-disabled={actions.isBusy}
                onClick={() => actions.withdrawEdit(posting)}
              >
                Undo the changes
              </Button>
            )
          }
        >
          {waitingText(posting.waitingEdit)}
        </Alert>
      )}
      {status === 'pending' && holds.length === 0 && (
        <Alert>It goes live after a moderator approves it, and we email you.</Alert>
      )}
    </header>
  )
}

function waitingText({ changed, isShown }: NonNullable<PostingDetail['waitingEdit']>) {
  const seen = isShown
    ? 'This page shows your version. Physicians see the one before'
    : 'This page shows what physicians see'
  return (
    `Changed: ${changed.map((field) => labelOf(field) || field).join(', ')}. ${seen} until ` +
    `a moderator decides, within ${reviewHours} hours.`
  )
}

export function PostingText({ posting }: { posting: PostingDetail }) {
  const details = statedDetails(posting)
  return (
    <div className="flex min-w-0 flex-col gap-8">
      {statedTexts(posting).map(({ title, text }) => (
        <section key={title} aria-label={title}>
          <h2 className="mb-3 text-lg font-semibold">{title}</h2>
          <Prose text={text} />
        </section>
      ))}
      {details.some(({ value }) => value !== '') && (
        <LabeledSection title="More details" titleClass="mb-3">
          <DefinitionGrid
            items={details.map(({ term, value }) => ({
              term,
              value: value && term.endsWith('email') ? <MailAddress address={value} /> : value,
            }))}
          />
        </LabeledSection>
      )}
    </div>
  )
}

export function PostingFacts({ posting }: { posting: PostingDetail }) {
  const { id, status, postedAt, createdAt, updatedAt, expiresAt, state, referenceId } = posting
  const dayOf = (moment: string | null) => moment && postingDayText(moment, state)
  return (
    <LabeledSection title="Dates and reference" titleClass="mb-3">
      <DefinitionGrid
        items={[
          { term: 'Posted', value: dayOf(postedAt) },
          { term: 'Created', value: dayOf(createdAt) },
          { term: 'Last updated', value: dayOf(updatedAt) },
          { term: status === 'expired' ? 'Expired' : 'Expires', value: dayOf(expiresAt) },
          { term: 'Reference', value: referenceId },
        ]}
      />
      {status === 'active' && (
        <p className="mt-4">
          <TextLink to={jobPath(id)}>View it as physicians see it</TextLink>
        </p>
      )}
    </LabeledSection>
  )
}

const tones: Record<JobStatus, BadgeTone> = {
  pending: 'neutral',
  active: 'action',
  inactive: 'neutral',
  expired: 'danger',
  rejected: 'danger',
  removed: 'danger',
}

type StatusProps = { status: JobStatus; label?: string }

export const PostingStatus = ({ status, label = statusLabels[status] }: StatusProps) => (
  <Badge tone={tones[status]}>{label}</Badge>
)

type Ending = Pick<PostingDetail, 'status' | 'expiresAt'>

/** Empty if the posting has no end or is not visible. */
export function Expiry({ posting, now }: { posting: Ending; now: number }) {
  const expiry = expiryText(posting, now)
  if (!expiry) return null
  return (
    <span className={`text-xs ${expiry.isSoon ? 'font-semibold text-danger' : 'text-muted'}`}>
      {expiry.text}
    </span>
  )
}

const msPerDay = 86_400_000
const msOpen = 3_600_000

/** The end of an active posting, in days. Undefined without an end. */
export function expiryText({ status, expiresAt }: Ending, now: number) {
  if (status !== 'active' || expiresAt === null) return undefined
  // The page's clock stands still: a posting renewed for 60 days must not show 61.
  const days = Math.max(0, Math.ceil((Date.parse(expiresAt) - now - msOpen) / msPerDay))
  const text = days === 0 ? 'Expires today' : `Expires in ${counted(days, 'day')}`
  return { text, isSoon: days <= renewableDays }
}

/** The status label on a posting's own pages, where 'Draft' would mean a saved form. */
const detailStatusLabel = (status: JobStatus) =>
  status === 'inactive' ? 'Inactive' : statusLabels[status]
