import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { switchShortcuts, useShortcuts, useShortcutSwitch } from './use-shortcuts.ts'

type PageKey = { keys: readonly string[]; does: string }

/** A button that tells which keys a page knows, and lets whoever wants none switch them off. */
export function PageKeys({ keys }: { keys: readonly PageKey[] }) {
  const [isOpen, setOpen] = useState(false)
  const areOn = useShortcutSwitch()
  useShortcuts({ '?': () => setOpen(true) })
  return (
    <>
      <Button look="secondary" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden className="size-4" />
        Keys
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keys">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {[...keys, { keys: ['?'], does: 'This list' }].map(({ keys, does }) => (
            <div key={does} className="contents">
              <dt className="flex gap-1">
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
        <p className="mt-4 text-xs text-muted">
          Whatever a key decides, a button does, too. Keys rest while you type in a field.
        </p>
        <Checkbox
          label="Keys are on in this browser"
          className="mt-2"
          checked={areOn}
          onChange={(event) => switchShortcuts(event.target.checked)}
        />
      </Dialog>
    </>
  )
}
