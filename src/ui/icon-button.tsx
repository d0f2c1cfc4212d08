import type { ComponentProps } from 'react'

export const iconButtonClass =
  'inline-flex size-10 shrink-0 items-center justify-center rounded-sm text-muted transition-colors ' +
  'hover:bg-action-wash hover:text-action aria-pressed:text-action disabled:opacity-50 pointer-coarse:size-11'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & { label: string }

export function IconButton({ label, type = 'button', className = '', ...rest }: Props) {
  return <button {...rest} type={type} aria-label={label} title={label} className={`${iconButtonClass} ${className}`} />
}
