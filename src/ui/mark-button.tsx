import { Button } from './button.tsx'

/** 'icon' in rows of a list, 'button' where there is room for text. */
export type MarkLook = 'icon' | 'button'

type Props = {
  look: MarkLook
  /** A class of the style sheet. */
  icon: 'row-heart' | 'row-scale'
  label: string
  /** What it marks, for screen readers. */
  of: string
  isPressed: boolean
  onClick: () => void
  className?: string | undefined
}

/** Toggles a mark on a job. The icon comes with the style sheet: a row has no elements for it. Hidden without JavaScript. */
export function MarkButton({ look, icon, label, of, isPressed, onClick, className = '' }: Props) {
  const common = { 'aria-label': `${label}: ${of}`, 'aria-pressed': isPressed, onClick }
  if (look === 'button') {
    return (
      <Button
        {...common}
        look="secondary"
        className={`${icon} shrink-0 aria-pressed:border-action aria-pressed:text-action noscript:hidden`}
      >
        {label}
      </Button>
    )
  }
  return <button {...common} type="button" title={label} className={`row-button ${icon} ${className}`.trim()} />
}
