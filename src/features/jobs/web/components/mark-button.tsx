import type { LucideIcon } from 'lucide-react'
import { Button } from '#ui/button.tsx'

/** 'icon' in the rows of a list, 'button' where there is room for the word. */
export type MarkLook = 'icon' | 'button'

type Props = {
  look: MarkLook
  icon: LucideIcon
  label: string
  /** What it marks, for those who do not see where it stands. */
  of: string
  isPressed: boolean
  onClick: () => void
}

/** Marks a job in some way, and says whether it is marked. It takes scripts, so without them it is not there. */
export function MarkButton({ look, icon: Icon, label, of, isPressed, onClick }: Props) {
  const icon = <Icon aria-hidden className={`size-4 ${isPressed ? 'fill-current' : ''}`} />
  const common = { 'aria-label': `${label}: ${of}`, 'aria-pressed': isPressed, onClick }
  if (look === 'button') {
    return (
      <Button
        {...common}
        look="secondary"
        className="shrink-0 aria-pressed:border-action aria-pressed:text-action max-sm:px-3 noscript:hidden"
      >
        {icon}
        <span className="max-sm:hidden">{label}</span>
      </Button>
    )
  }
  return (
    <button
      {...common}
      type="button"
      title={label}
      className="inline-flex size-8 items-center justify-center rounded-sm text-muted transition-colors hover:bg-action-wash hover:text-action aria-pressed:text-action pointer-coarse:size-11 noscript:hidden"
    >
      {icon}
    </button>
  )
}
