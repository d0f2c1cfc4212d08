import { ChevronRight, Heart, Scale } from 'lucide-react'

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
