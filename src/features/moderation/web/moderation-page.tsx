import { useQuery } from '@tanstack/react-query'
import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { moderationHistoryPath, moderationPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { KeysDialog } from './components/keys-dialog.tsx'
import { QueueAge } from './components/queue-age.tsx'
import { QueueFilters } from './components/queue-filters.tsx'
import { Queue } from './components/queue.tsx'
import { SourceDecisions } from './components/source-decisions.tsx'
import { queueParams } from './moderation-route.ts'
import { queueQuery } from './queries.ts'
import { switchShortcuts, useShortcutSwitch } from './use-shortcuts.ts'

export { moderationRoute } from './moderation-route.ts'

export function ModerationPage() {
  const [showsKeys, setShowsKeys] = useState(false)
  const keysAreOn = useShortcutSwitch()
  return (
    <AdminPage
      title="Moderation"
      intro="The oldest first; posters are promised an answer within 24 hours."
      actions={
        <>
          <Button look="secondary" aria-keyshortcuts="?" onClick={() => setShowsKeys(true)}>
            <Keyboard aria-hidden className="size-4" />
            Keys
          </Button>
          <Link to={moderationHistoryPath} className={buttonClass('secondary')}>
            History
          </Link>
        </>
      }
    >
      <Waiting keysAreOn={keysAreOn} onShowKeys={() => setShowsKeys(true)} />
      <KeysDialog open={showsKeys} onClose={() => setShowsKeys(false)} isOn={keysAreOn} onSwitch={switchShortcuts} />
    </AdminPage>
  )
}

function Waiting(keys: { keysAreOn: boolean; onShowKeys: () => void }) {
  const params = queueParams(useShownPage().search)
  const { data, isError } = useQuery(queueQuery(params))
  if (isError) return <Alert tone="danger">Failed to load the queue. Please refresh the page or try again later.</Alert>
  if (!data) return <Spinner />
  const { page = '1', ...filter } = params
  return (
    <>
      <QueueAge ages={data.ages} />
      <QueueFilters params={filter} counts={data.counts} />
      <SourceDecisions source={params['source']} />
      <Queue key={JSON.stringify(params)} items={data.items} {...keys} />
      <Pagination page={Number(page)} totalPages={data.totalPages} link={QueuePageLink} />
    </>
  )
}

function QueuePageLink({ page, ...link }: ComponentProps<ComponentProps<typeof Pagination>['link']>) {
  const params = queueParams(useShownPage().search)
  return <Link to={moderationPath} search={{ ...params, page }} {...link} />
}
