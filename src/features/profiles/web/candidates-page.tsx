import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import type { Candidate } from '#features/profiles/contract.ts'
import {
  profileField,
  soughtFields,
  textOfField,
  type ProfileFieldName,
} from '#features/profiles/fields.ts'
import { dateText } from '#features/jobs/display.ts'
import { candidatesPath } from '#shared/paths.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { Button, chipClass, RemovableChipContent } from '#ui/button.tsx'
import { Alert, EmptyState, Spinner } from '#ui/feedback.tsx'
import { Field, Select } from '#ui/field.tsx'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { callApi } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { PosterDesk } from '#platform/web/desk-tabs.tsx'
import {
  Link,
  TextLink,
  useNavigate,
  useShownPage,
  type PageArgs,
} from '#platform/web/navigation.tsx'
import { Loaded } from '#platform/web/page-parts.tsx'
import { toast } from '#ui/toast.ts'
import { useState } from 'react'
import { MessageDialog } from './components/message-dialog.tsx'
import { PresentDialog, Submittals, SubmittalsLink } from './components/submittals.tsx'
import { candidateQuery, candidatesQuery, postingsQuery } from './queries.ts'

export async function load({ queryClient }: PageArgs): Promise<void> {
  if (knownUser(queryClient)) await queryClient.prefetchQuery(postingsQuery)
}

export const head = unlistedHead(
  'Candidates',
  'Physicians who let employers find them.',
  candidatesPath,
)

export const Page = () => (
  <PosterDesk
    purpose="look for physicians"
    denied="Only employers and recruiters look for physicians."
    className="flex flex-col gap-6"
  >
    <header>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-xl font-bold">Candidates</h1>
        <SubmittalsLink />
      </div>
      <p className="mt-2 max-w-prose text-muted">
        Physicians who let employers find them, the last confirmed first. Each of them sees that you
        looked.
      </p>
    </header>
    <Loaded query={useQuery(postingsQuery)} failure="We could not load your postings.">
      {(postings) => <Postings postings={postings} />}
    </Loaded>
    <Submittals />
  </PosterDesk>
)

type Postings = ResponseOf<'GET /api/job-postings'>

function Postings({ postings }: { postings: Postings }) {
  const { search } = useShownPage()
  const navigate = useNavigate()
  const posting = postings.find(({ id }) => id === search['posting']) ?? postings[0]
  if (!posting)
    return (
      <EmptyState title="No live posting">
        You look for physicians from a live posting. Post a job first.
      </EmptyState>
    )
  const chosen = Object.fromEntries(
    soughtFields.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  )
  const isChosen = search['posting'] !== undefined
  // One press: who asks for what this posting offers.
  const filters = isChosen ? chosen : { specialty: posting.specialty, state: posting.state }
  const go = (more: Record<string, string | undefined>) =>
    navigate({ to: candidatesPath, search: { posting: posting.id, ...filters, ...more } })
  return (
    <>
      <Field label="For the posting" className="max-w-form">
        {(control) => (
          <Select
            {...control}
            options={postings.map(({ id, title, location }) => ({
              value: id,
              label: `${title}, ${location}`,
            }))}
            value={posting.id}
            onChange={({ target }) => {
              const posting = postings.find(({ id }) => id === target.value)
              navigate({
                to: candidatesPath,
                search: {
                  posting: target.value,
                  ...(posting && { specialty: posting.specialty, state: posting.state }),
                },
              })
            }}
          />
        )}
      </Field>
      <section aria-label="Filters" className="flex flex-col gap-3">
        <ul className="flex flex-wrap gap-2 empty:hidden">
          {Object.entries(filters).map(([name, values]) => (
            <li key={name}>
              <Link
                to={candidatesPath}
                search={{
                  posting: posting.id,
                  ...Object.fromEntries(
                    Object.entries(filters).filter(([filter]) => filter !== name),
                  ),
                }}
                className={chipClass}
              >
                <RemovableChipContent>
                  {textOfField(name as ProfileFieldName, values.split(','))}
                </RemovableChipContent>
              </Link>
            </li>
          ))}
        </ul>
        <details>
          <summary className="w-fit cursor-pointer font-semibold text-action">More filters</summary>
          <div className="mt-3 grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-5">
            {soughtFields
              .filter((name) => !(name in filters))
              .map((name) => (
                <Field key={name} label={profileField(name).label}>
                  {(control) => (
                    <Select
                      {...control}
                      empty="Any"
                      options={optionsOf(name)}
                      value=""
                      onChange={({ target }) => go({ [name]: target.value })}
                    />
                  )}
                </Field>
              ))}
          </div>
        </details>
      </section>
      <List key={JSON.stringify([posting.id, filters])} jobId={posting.id} filters={filters} />
    </>
  )
}

/** A filter of one value has one reason, which its chip says. */
const isSaid = (reason: string, filters: Record<string, string>) =>
  Object.entries(filters).some(([filter, value]) => {
    const name = filter as ProfileFieldName
    const text = textOfField(name, [value])
    return reason === text || reason === `${profileField(name).label}: ${text}`
  })

const optionsOf = (name: ProfileFieldName) => {
  const { values } = profileField(name)
  const year = new Date().getFullYear()
  return values
    ? values.map((value) => ({ value, label: textOfField(name, [value]) }))
    : // Training is asked for by its year.
      Array.from({ length: 12 }, (_, index) => String(year + 4 - index))
}

function List({ jobId, filters }: { jobId: string; filters: Record<string, string> }) {
  const [after, setAfter] = useState<string[]>([''])
  const last = after.at(-1) ?? ''
  const query = useQuery(candidatesQuery(jobId, { ...filters, ...(last && { after: last }) }))
  if (query.error) return <Alert>{query.error.message}</Alert>
  return (
    <Loaded query={query} failure="We could not load physicians." placeholder={<Spinner />}>
      {({ candidates, next, invitations }) => (
        <LabeledSection title="Physicians">
          {invitations.sent > 0 && (
            <p className="mt-1 text-xs text-muted">
              Invitations to this posting: {invitations.sent} sent, {invitations.read} read,{' '}
              {invitations.accepted} answered, {invitations.declined} not now.
            </p>
          )}
          {candidates.length === 0 && (
            <p className="mt-2 text-muted">
              Nobody who can be found fits all of these filters.{' '}
              {Object.keys(filters).length > 0 && (
                <TextLink to={candidatesPath} search={{ posting: jobId }}>
                  Look without filters
                </TextLink>
              )}
            </p>
          )}
          <ul className="mt-3 flex flex-col gap-3">
            {candidates.map((candidate) => (
              <li key={candidate.id} className={`${cardClass} px-5 py-4`}>
                <CandidateCard
                  jobId={jobId}
                  candidate={{
                    ...candidate,
                    reasons: candidate.reasons.filter((reason) => !isSaid(reason, filters)),
                  }}
                />
              </li>
            ))}
          </ul>
          <div className="mt-4 flex gap-3">
            {after.length > 1 && (
              <Button look="secondary" label="Back" onClick={() => setAfter(after.slice(0, -1))} />
            )}
            {next !== null && (
              <Button look="secondary" label="Next" onClick={() => setAfter([...after, next])} />
            )}
          </div>
        </LabeledSection>
      )}
    </Loaded>
  )
}

function CandidateCard({ jobId, candidate }: { jobId: string; candidate: Candidate }) {
  const { id, name, headline, reasons, confirmedAt, invitedAt } = candidate
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="font-semibold wrap-anywhere">{name ?? headline}</h3>
          {name !== null && <p>{headline}</p>}
          <p className="mt-1 text-xs text-muted">
            {[...reasons, `Confirmed ${dateText(confirmedAt)}`].join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {!isOpen && (
            <Button look="secondary" label="Open" about={headline} onClick={() => setOpen(true)} />
          )}
          {invitedAt === null ? (
            <MessageDialog
              label="Invite"
              about={name ?? headline}
              hint="The invitation names pay and terms of your posting. The physician decides whether you learn name and address."
              submit={(message) =>
                callApi('POST /api/job-postings/:id/candidates/:candidateId/invitation', {
                  params: { id: jobId, candidateId: id },
                  body: { message },
                })
              }
              done={() => toast({ title: 'Invitation sent' })}
              changes={['GET /api/job-postings/:id/candidates']}
            />
          ) : (
            <p className="text-sm text-muted">Invited {dateText(invitedAt)}</p>
          )}
          <PresentDialog about={name ?? headline} person={{ postingId: jobId, candidateId: id }} />
        </div>
      </div>
      {isOpen && <Details jobId={jobId} id={id} />}
    </>
  )
}

/** Opening it is logged. */
const Details = ({ jobId, id }: { jobId: string; id: string }) => (
  <Loaded
    query={useQuery(candidateQuery(jobId, id))}
    failure="This physician cannot be found any more."
  >
    {({ fields }) => (
      <dl className="mt-3 grid gap-x-6 gap-y-2 border-t border-line pt-3 sm:grid-cols-2">
        {fields.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    )}
  </Loaded>
)
