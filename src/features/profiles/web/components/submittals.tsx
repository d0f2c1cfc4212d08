import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Submittal } from '#features/profiles/contract.ts'
import { dateText } from '#features/jobs/display.ts'
import type { BodyOf } from '#shared/contract.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Badge } from '#ui/feedback.tsx'
import { SelectField } from '#ui/field.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { submittalsQuery } from '../queries.ts'
import { MessageDialog } from './message-dialog.tsx'

type Person = BodyOf<'POST /api/submittals'>['physician']

/** Undefined for those who are no search firm. */
function useSubmittals() {
  const current = useCurrentUser()
  const isFirm = current.status === 'signed-in' && current.user.role === 'recruiter'
  return useQuery({ ...submittalsQuery, enabled: isFirm }).data
}

/** Asks a physician, a found one or one of the own threads, and names a client's posting. */
export function PresentDialog({ person, about }: { person?: Person; about: string }) {
  const { clients = [], people = [] } = useSubmittals() ?? {}
  const [inquiryId, setInquiryId] = useState('')
  const [jobId, setJobId] = useState('')
  if (clients.length === 0 || (!person && people.length === 0)) return null
  return (
    <MessageDialog
      label="Present to a client"
      about={about}
      look={person ? 'secondary' : 'primary'}
      hint="The physician reads these words first. The employer gets them only with the physician’s consent."
      submit={(message) =>
        callApi('POST /api/submittals', {
          body: {
            jobId: jobId || (clients[0]?.id ?? ''),
            message,
            physician: person ?? { inquiryId: inquiryId || (people[0]?.id ?? '') },
          },
        })
      }
      done={() => toast({ title: 'We asked the physician' })}
      changes={['GET /api/submittals']}
    >
      {!person && (
        <SelectField
          label="Physician"
          value={inquiryId || (people[0]?.id ?? '')}
          onChange={({ target }) => setInquiryId(target.value)}
          options={people.map(({ id, name, jobTitle }) => ({
            value: id,
            label: `${name}, about ${jobTitle}`,
          }))}
        />
      )}
      <SelectField
        label="Client’s posting"
        value={jobId || (clients[0]?.id ?? '')}
        onChange={({ target }) => setJobId(target.value)}
        options={clients.map(({ id, title, employer }) => ({
          value: id,
          label: `${employer}: ${title}`,
        }))}
      />
    </MessageDialog>
  )
}

const stateLabels: Record<Submittal['state'], string> = {
  asked: 'Asked',
  declined: 'Does not want it',
  known: 'Known to the client already',
  presented: 'Presented',
  interested: 'Client is interested',
  refused: 'Client: not now',
  withdrawn: 'Physician withdrew',
  ended: 'Lapsed',
}

const columns: readonly Column<Submittal>[] = [
  { header: 'Physician', isRowHeader: true, cell: ({ label }) => label },
  { header: 'Client', cell: ({ employer, title }) => `${employer}: ${title}` },
  { header: 'Asked', cell: ({ sentAt }) => dateText(sentAt) },
  {
    header: 'State',
    cell: ({ state }) => (
      <Badge tone={state === 'interested' ? 'action' : 'neutral'}>{stateLabels[state]}</Badge>
    ),
  },
]

export function SubmittalsLink() {
  const data = useSubmittals()
  return (
    data && (
      <a href="#submittals" className="text-link">
        Submittals · {data.submittals.length}
      </a>
    )
  )
}

/** Whom the firm asked and presented. */
export function Submittals() {
  const data = useSubmittals()
  if (!data) return null
  const { submittals, clients, people } = data
  return (
    <LabeledSection id="submittals" title="Submittals" className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-muted">
        {clients.length === 0
          ? 'Once an employer allows your firm, you can present physicians to its live postings here. The owner of the employer’s name does so under Team.'
          : 'Present a physician to a client’s posting: somebody who wrote to you, or whom you find above. We ask the physician first.'}
        {clients.length > 0 && people.length === 0 && ' Nobody has written to you yet.'}
      </p>
      <PresentDialog about="Physician who wrote to you" />
      {submittals.length > 0 && (
        <DataTable
          caption="Physicians whom you asked, the newest first"
          rows={submittals}
          rowKey={({ id }) => id}
          columns={columns}
        />
      )}
    </LabeledSection>
  )
}
