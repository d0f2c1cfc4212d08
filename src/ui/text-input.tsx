import type { ComponentProps } from 'react'

/** What every control that takes text shares: one height, one edge, one way to show an error. */
export const controlClass =
  'w-full rounded-sm border border-edge bg-surface px-3 text-sm text-ink placeholder:text-muted ' +
  'transition-colors hover:border-action focus-visible:outline-offset-0 aria-invalid:border-danger ' +
  'disabled:cursor-not-allowed disabled:opacity-60 pointer-coarse:text-base'

export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={`${controlClass} min-h-10 pointer-coarse:min-h-11 ${className}`} />
}

export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={`${controlClass} min-h-32 py-2 ${className}`} />
}
