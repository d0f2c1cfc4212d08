import { Share2 } from 'lucide-react'
import { jobPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { useShownPage } from '#web/lib/navigation.tsx'

/** Copies the job's own address, without the search that led to it. */
export function ShareButton({ id }: { id: string }) {
  const publicUrl = useShownPage().site.publicUrl
  return (
    <Button
      look="secondary"
      aria-label="Share"
      className="shrink-0 max-sm:px-3 noscript:hidden"
      onClick={() => {
        const link = `${publicUrl}${jobPath(id)}`
        copyText(link).then(
          () => toast({ title: 'Link copied' }),
          () => toast({ title: 'The link could not be copied', description: link, tone: 'danger' }),
        )
      }}
    >
      <Share2 aria-hidden className="size-4" />
      <span className="max-sm:hidden">Share</span>
    </Button>
  )
}
