import type { ReactNode } from 'react'
import { useId } from 'react'
import type { UserDetail } from '#features/accounts/contract-administration.ts'
import { momentText } from '#shared/dates.ts'
import { DefinitionGrid } from '#ui/definition-grid.tsx'
import type { Definition } from '#ui/definition-grid.tsx'
import { roleName } from '../role-texts.ts'

/** Who somebody is, how they come in, and what they do here. */
export function UserFacts({ user }: { user: UserDetail }) {
  return (
    <>
      <Facts
        title="Who they are"
        items={[
          { term: 'E-mail', value: user.email ?? 'None: their sign-in provider tells none' },
          { term: 'E-mail confirmed', value: user.email === null ? null : user.emailVerified ? 'Yes' : 'No' },
          { term: 'Role', value: roleName(user.role) },
          { term: 'Company', value: user.companyName },
          { term: 'Organization type', value: user.organizationType },
          { term: 'Company phone', value: user.companyPhone },
          // As text: nobody knows where it leads.
          { term: 'Company website', value: user.companyWebsite },
          { term: 'Account since', value: <Moment at={user.createdAt} /> },
        ]}
      />
      <Facts
        title="How they sign in"
        items={[
          { term: 'Password', value: user.hasPassword ? 'Set' : 'None' },
          { term: 'Providers', value: user.identities.map((it) => it.label).join(', ') || 'None' },
          { term: 'Last sign-in', value: <Moment at={user.lastSignInAt} /> },
          { term: 'Signed-in devices', value: String(user.sessions.count) },
          { term: 'Last seen there', value: user.sessions.lastSeenAt !== null && <Moment at={user.sessions.lastSeenAt} /> },
        ]}
      />
      <Facts
        title="What they do here"
        items={[
          { term: 'Live postings', value: String(user.postings.active) },
          { term: 'Postings in review', value: String(user.postings.pending) },
          {
            term: 'Postings that are hidden or over',
            value: String(user.postings.inactive + user.postings.expired + user.postings.rejected),
          },
          { term: 'Inquiries received', value: String(user.inquiries.received) },
          { term: 'Inquiries sent', value: String(user.inquiries.sent) },
          { term: 'CV on file', value: user.hasCv ? 'Yes' : 'No' },
        ]}
      />
    </>
  )
}

function Facts({ title, items }: { title: string; items: readonly Definition[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      <DefinitionGrid items={items} />
    </section>
  )
}

const Moment = ({ at }: { at: string | null }): ReactNode => (at === null ? 'Never' : <time dateTime={at}>{momentText(at)}</time>)
