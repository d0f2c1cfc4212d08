import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { auditLogPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { useShownPage } from '#web/lib/navigation.tsx'
import { Steps } from '#web/lib/steps.tsx'
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
      {data && (
        <Steps to={auditLogPath} params={params} by="before" next={data.next} labels={{ first: 'Newest', next: 'Older' }} />
      )}
      {isError && !data && <LoadFailure onRetry={() => void refetch()}>The audit log could not be loaded.</LoadFailure>}
      {!data && !isError && <Skeleton className="h-64 w-full" />}
    </>
  )
}
