import { Button } from './button.tsx'
import { ChevronRight, Heart, Scale } from 'lucide-react'

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

const icons = { 'chevron-right': ChevronRight, heart: Heart, scale: Scale }

export type RowIconName = keyof typeof icons

const idOf = (name: string): string => `icon-${name}`

/** The drawings for `RowIcon`, once per page. */
export function RowIconSheet() {
  return (
    <svg aria-hidden className="absolute size-0">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol key={name} id={idOf(name)} viewBox="0 0 24 24">
          <Icon fill="inherit" />
        </symbol>
      ))}
    </svg>
  )
}

/** An icon that refers to the page's one drawing, for rows of a list. */
export function RowIcon({ name, className = '' }: { name: RowIconName; className?: string }) {
  return (
    <svg aria-hidden className={`size-4 ${className}`}>
      <use href={`#${idOf(name)}`} />
    </svg>
  )
}
