import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextInput } from './text-input.tsx'

/** A password field with a button that shows the text. */
export function PasswordInput({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <span className={`relative block ${className}`}>
      <TextInput
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-11"
      />
      <IconButton
        label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0 noscript:hidden"
      >
        <Icon aria-hidden className="size-4" />
      </IconButton>
    </span>
  )
}
