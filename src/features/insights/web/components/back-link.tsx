import { ArrowLeft } from 'lucide-react'
import { buttonClass } from '#ui/button.tsx'
import { Link } from '#web/lib/navigation.tsx'

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p>
      <Link to={to} className={`${buttonClass('quiet', 'sm')} -ml-3`}>
        <ArrowLeft aria-hidden className="size-4" />
        {children}
      </Link>
    </p>
  )
}
