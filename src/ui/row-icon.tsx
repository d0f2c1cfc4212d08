import { ChevronRight, Heart, Scale } from 'lucide-react'

const icons = { 'chevron-right': ChevronRight, heart: Heart, scale: Scale }

export type RowIconName = keyof typeof icons

const idOf = (name: string): string => `icon-${name}`

/** The drawings of `RowIcon`, once in every page. */
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

/** An icon that every row of a list shows again: it refers to the one drawing of the page. */
export function RowIcon({ name, className = '' }: { name: RowIconName; className?: string }) {
  return (
    <svg aria-hidden className={`size-4 ${className}`}>
      <use href={`#${idOf(name)}`} />
    </svg>
  )
}
