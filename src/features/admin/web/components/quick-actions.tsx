import { useMutation } from '@tanstack/react-query'
import { Download, ListChecks, RefreshCw, Send, Settings } from 'lucide-react'
import { deliveriesPath, moderationPath, siteSettingsPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { toast } from '#ui/toast.ts'
import { Link } from '#web/lib/navigation.tsx'
import { reloadDerivedData, subscribersFileUrl } from '../queries.ts'

export function QuickActions() {
  const { mutate, isPending } = useMutation({
    mutationFn: reloadDerivedData,
    onSuccess: () => toast({ title: 'Rebuilt', description: 'Counts, search vocabulary and caches are made anew.' }),
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'danger' }),
  })
  return (
    <section aria-labelledby="quick-actions" className={`${cardClass} flex flex-col gap-3 p-5`}>
      <h2 id="quick-actions" className="text-lg font-semibold">
        Quick Actions
      </h2>
      <Link to={moderationPath} className={buttonClass()}>
        <ListChecks aria-hidden className="size-4" />
        Moderate Jobs
      </Link>
      <a href={subscribersFileUrl} target="_blank" rel="noopener" className={buttonClass('secondary')}>
        <Download aria-hidden className="size-4" />
        Export Subscribers
      </a>
      <Link to={siteSettingsPath} className={buttonClass('secondary')}>
        <Settings aria-hidden className="size-4" />
        Settings
      </Link>
      <Link to={deliveriesPath} className={buttonClass('secondary')}>
        <Send aria-hidden className="size-4" />
        Deliveries
      </Link>
      <Button look="secondary" aria-disabled={isPending} onClick={() => isPending || mutate()}>
        <RefreshCw aria-hidden className="size-4" />
        {isPending ? 'Rebuilding...' : 'Rebuild derived data'}
      </Button>
    </section>
  )
}
