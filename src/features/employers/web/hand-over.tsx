import { useQuery } from '@tanstack/react-query'
import { Select } from '#ui/field.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { organizationQuery } from '#platform/web/desk-tabs.tsx'

const changes = [
  'GET /api/organization',
  'GET /api/job-postings',
  'GET /api/job-postings/:id',
  'GET /api/job-postings/:id/history',
] as const

/** On a posting's page: who has it, and whom it can go to. Nothing for somebody who is alone. */
export function HandOver({ id }: { id: string }) {
  const { data } = useQuery(organizationQuery)
  const handOver = useAction<string>({
    call: (to) => callApi('PUT /api/organization/postings/:id', { params: { id }, body: { to } }),
    done: { title: 'Handed over', description: 'Inquiries about it now go there.' },
    failure: 'The posting was not handed over',
    changes,
  })
  const others = data?.members.filter((member) => member.seat !== 'reader') ?? []
  if (!data || data.members.length < 2 || data.seat === 'reader') return null
  return (
    <LabeledSection title="Hand over" titleClass="mb-2">
      <Select
        aria-label="Hand over to"
        value=""
        onChange={(event) => event.target.value !== '' && handOver.run(event.target.value)}
        empty="To a member of the team"
        options={others.map((member) => ({
          value: member.id,
          label: member.name ?? member.email ?? 'A member',
        }))}
      />
    </LabeledSection>
  )
}
