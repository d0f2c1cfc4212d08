import type { ComponentProps } from 'react'

/** The shared look of text controls. */
export const controlClass = 'control px-3 text-sm pointer-coarse:text-base'

export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={`${controlClass} min-h-10 pointer-coarse:min-h-11 ${className}`} />
}

export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={`${controlClass} min-h-32 py-2 ${className}`} />
}
