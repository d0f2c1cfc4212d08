import { Button } from './button.tsx'
import { RowIcon, type RowIconName } from './row-icon.tsx'

/** 'icon' in rows of a list, 'button' where there is room for text. */
export type MarkLook = 'icon' | 'button'

type Props = {
  look: MarkLook
  icon: RowIconName
  label: string
  /** What it marks, for screen readers. */
  of: string
  isPressed: boolean
  onClick: () => void
}

/** Toggles a mark on a job. Hidden without JavaScript. */
export function MarkButton({ look, icon: iconName, label, of, isPressed, onClick }: Props) {
  const icon = <RowIcon name={iconName} className={isPressed ? 'fill-current' : 'fill-none'} />
  const common = { 'aria-label': `${label}: ${of}`, 'aria-pressed': isPressed, onClick }
  if (look === 'button') {
    return (
      <Button
        {...common}
        look="secondary"
        className="shrink-0 aria-pressed:border-action aria-pressed:text-action noscript:hidden"
      >
        {icon}
        {label}
      </Button>
    )
  }
  return (
    <button {...common} type="button" title={label} className="row-button">
      {icon}
    </button>
  )
}
