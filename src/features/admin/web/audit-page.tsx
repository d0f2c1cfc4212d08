import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { auditLogPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { auditFileUrl, auditParams, auditQuery } from './audit-queries.ts'
import { AuditEntries } from './components/audit-entries.tsx'
import { AuditTools } from './components/audit-tools.tsx'
import { VerifyButton } from './components/verify-button.tsx'

export { auditRoute } from './audit-route.ts'

export function AuditPage() {
  const params = auditParams(useShownPage().search)
  return (
    <AdminPage
      title="Audit log"
      intro="Who did what to rights and to other people’s data. Nobody can change what stands here, and a gap would show."
      actions={
        <a href={auditFileUrl(params)} download className={buttonClass('secondary')}>
          <Download aria-hidden className="size-4" />
          Export CSV
        </a>
      }
    >
      <div className="flex flex-col gap-4">
        <VerifyButton />
        <Entries params={params} />
      </div>
    </AdminPage>
  )
}

function Entries({ params }: { params: Record<string, string> }) {
  const { data, isError, refetch } = useQuery(auditQuery(params))
  return (
    <>
      <AuditTools params={params} actions={data?.actions ?? []} />
      {data?.entries.length === 0 && <EmptyState title="Nothing found">Take a filter away, or look at other days.</EmptyState>}
      {data && data.entries.length > 0 && <AuditEntries entries={data.entries} />}
      {data && <Steps params={params} next={data.next} />}
      {isError && !data && (
        <Alert
          tone="danger"
          action={
            <Button look="secondary" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          The audit log could not be loaded.
        </Alert>
      )}
      {!data && !isError && <Skeleton className="h-64 w-full" />}
    </>
  )
}

/** The list goes on from its last entry, so new ones move nothing. */
function Steps({ params: { before, ...params }, next }: { params: Record<string, string>; next: number | null }) {
  if (before === undefined && next === null) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-center gap-3 py-4">
      {before !== undefined && (
        <Link to={auditLogPath} search={params} className={buttonClass('secondary')}>
          Newest
        </Link>
      )}
      {next !== null && (
        <Link to={auditLogPath} search={{ ...params, before: next }} className={buttonClass('secondary')}>
          Older
        </Link>
      )}
    </nav>
  )
}
