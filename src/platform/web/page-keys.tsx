import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { storedText, useKeys } from './browser.ts'

type PageKey = { keys: readonly string[]; does: string }

/** A button that lists the page's shortcuts and can switch them off. */
export function PageKeys({ keys }: { keys: readonly PageKey[] }) {
  const [isOpen, setOpen] = useState(false)
  const areOn = useShortcutSwitch()
  useShortcuts({ '?': () => setOpen(true) })
  return (
    <>
      <Button
        label="Keyboard shortcuts"
        icon={Keyboard}
        look="secondary"
        className="pointer-coarse:hidden"
        aria-keyshortcuts="?"
        onClick={() => setOpen(true)}
      />
      <Dialog isText open={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {[...keys, { keys: ['?'], does: 'This list' }].map(({ keys, does }) => (
            <div key={does} className="contents">
              <dt className="flex items-start gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="inline-flex min-h-6 min-w-6 items-center justify-center rounded-sm border border-edge px-1.5 text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-xs text-muted">Every shortcut has a button. Shortcuts are off while you type in a field.</p>
        <Checkbox
          label="Use keyboard shortcuts in this browser"
          className="mt-2"
          checked={areOn}
          onChange={({ target }) => shortcutSwitch.write(target.checked ? 'on' : 'off')}
        />
      </Dialog>
    </>
  )
}

/** By lower-case key name; false leaves the key to the browser. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void | false>

/** Shortcuts that work wherever the focus is; none while switched off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const areOn = useShortcutSwitch()
  useKeys((event) => {
    const key = event.key.toLowerCase()
    const shortcut = areOn && Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined
    if (shortcut && shortcut(event) !== false) event.preventDefault()
  })
}

/** Can be switched off for speech input and stray key presses; the browser remembers. */
const shortcutSwitch = storedText('shortcuts', 'localStorage')
const useShortcutSwitch = (): boolean => shortcutSwitch.use() !== 'off'
