import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { X } from 'lucide-react'
import { menuItemClass } from './menu.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const base = 'button-shape pointer-coarse:min-h-11'

const looks: Record<ButtonLook, string> = {
  primary: 'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover',
  secondary: 'border-edge bg-surface text-ink hover:border-action hover:text-action',
  quiet: 'border-transparent text-action hover:bg-action-wash',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-wash',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-8 px-3 text-xs',
  md: 'min-h-10 px-4 text-sm',
  lg: 'min-h-12 px-6 text-sm',
}

export const buttonClass = (look: ButtonLook = 'primary', size: ButtonSize = 'md') =>
  `${base} ${looks[look]} ${sizes[size]}`

type ButtonText = {
  /** Stands before the text. */
  icon?: ComponentType<ComponentProps<'svg'>> | undefined
  /** The text; children are for what is more than a text. */
  label?: ReactNode
  /** Which of several with this text it is: for screen readers, after it. */
  about?: string | undefined
}

export const ButtonContent = ({
  icon: Icon,
  label,
  about,
  children,
}: ButtonText & { children?: ReactNode }) => (
  <>
    {Icon && <Icon />}
    {about === undefined ? (
      label
    ) : (
      <span>
        {label}
        <span className="sr-only"> {about}</span>
      </span>
    )}
    {children}
  </>
)

export type ButtonStyle = { look?: ButtonLook | undefined; size?: ButtonSize } & ButtonText

type ButtonProps = ComponentProps<'button'> & ButtonStyle

/** `className` is for layout; `look` and `size` are for appearance. */
export const Button = ({
  look,
  size,
  type = 'button',
  className = '',
  icon,
  label,
  about,
  children,
  ...rest
}: ButtonProps) => (
  // One that is open does not say so: its fieldset may be shut.
  <button
    {...rest}
    aria-disabled={rest['aria-disabled'] || undefined}
    type={type}
    className={`${buttonClass(look, size)} ${className}`}
  >
    <ButtonContent {...{ icon, label, about, children }} />
  </button>
)

export const iconButtonClass =
  'inline-flex size-10 shrink-0 items-center justify-center rounded-sm text-muted transition-colors ' +
  'hover:bg-action-wash hover:text-action aria-pressed:text-action disabled:opacity-50 pointer-coarse:size-11'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & { label: string }

export const IconButton = ({ label, className = '', ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type="button"
    aria-label={label}
    title={label}
    className={`${iconButtonClass} ${className}`}
  />
)

/** Chips are links, so that each choice has an address and works without JavaScript. */
export const chipClass =
  'inline-flex min-h-8 items-center gap-1.5 rounded-full border border-edge bg-surface px-3 text-xs font-medium text-ink ' +
  'no-underline transition-colors hover:border-action hover:text-action pointer-coarse:min-h-11'

/** The content of a link that removes an applied filter. Give the link `chipClass`. */
export const RemovableChipContent = ({ children }: { children: ReactNode }) => (
  <>
    <span className="sr-only">Remove filter: </span>
    {children}
    <X className="size-3.5 text-muted" />
  </>
)

/** `item`: in a menu. */
export type MarkLook = 'icon' | 'item'

type MarkProps = {
  look: MarkLook
  /** A class of the style sheet. */
  icon: 'row-heart' | 'row-scale' | 'row-hide'
  label: string
  /** The thing that the button marks, for screen readers. */
  subject: string
  isPressed: boolean
  onClick: () => void
}

/**
 * Toggles a mark on a job. The icon comes with the style sheet: a row has no elements for it.
 * Hidden without JavaScript. Called as a function, because lists have many.
 */
export function markButton({
  look,
  icon,
  label,
  subject,
  isPressed,
  onClick,
}: MarkProps): ReactNode {
  const common = { 'aria-label': `${label}: ${subject}`, 'aria-pressed': isPressed, onClick }
  if (look === 'item')
    return (
      <button
        {...common}
        type="button"
        className={`${menuItemClass} ${icon} aria-pressed:text-action`}
      >
        {label}
      </button>
    )
  return <button {...common} type="button" title={label} className={`row-button ${icon}`} />
}
