import { useQuery } from '@tanstack/react-query'
import { Select } from '#ui/field.tsx'
import { useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { organizationQuery } from '#platform/web/desk-tabs.tsx'

const changes = [
  'GET /api/organization',
  'GET /api/job-postings',
  'GET /api/job-postings/:id',
  'GET /api/job-postings/:id/history',
] as const

/** To whom in the team some postings can go. Nothing for somebody who is alone. */
export function HandOver({ ids, onDone }: { ids: readonly string[]; onDone?: () => void }) {
  const { data } = useQuery(organizationQuery)
  const handOver = useAction<string>({
    async call(to) {
      for (const id of ids)
        await callApi('PUT /api/organization/postings/:id', { params: { id }, body: { to } })
      onDone?.()
    },
    done: { title: 'Handed over', description: 'New inquiries go there now.' },
    failure: 'The posting was not handed over',
    changes,
  })
  const others = data?.members.filter((member) => member.seat !== 'reader') ?? []
  if (!data || data.members.length < 2 || data.seat === 'reader') return null
  return (
    <Select
      aria-label="Hand over to"
      value=""
      onChange={(event) => event.target.value !== '' && handOver.run(event.target.value)}
      empty="Hand over to"
      options={others.map((member) => ({
        value: member.id,
        label: member.name ?? member.email ?? 'A member',
      }))}
    />
  )
}
