import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'

const keys = [
  { keys: ['J', 'Down'], does: 'Next item' },
  { keys: ['K', 'Up'], does: 'Item before' },
  { keys: ['N'], does: 'Next item of another kind' },
  { keys: ['Enter'], does: 'Read all of it, or close it' },
  { keys: ['A'], does: 'Approve, leave as it is, or dismiss the report' },
  { keys: ['R'], does: 'Reject or take down, with a reason' },
  { keys: ['E'], does: 'Edit' },
  { keys: ['X'], does: 'Tick, to decide about several' },
  { keys: ['U'], does: 'Take back the last decision' },
  { keys: ['?'], does: 'This list' },
]

type Props = { open: boolean; onClose: () => void; isOn: boolean; onSwitch: (isOn: boolean) => void }

export function KeysDialog({ open, onClose, isOn, onSwitch }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {keys.map(({ keys, does }) => (
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
      <p className="mt-4 text-xs text-muted">Whatever a key decides, a button does, too. Keys rest while you type in a field.</p>
      <Checkbox
        label="Keys are on in this browser"
        className="mt-2"
        checked={isOn}
        onChange={(event) => onSwitch(event.target.checked)}
      />
    </Dialog>
  )
}
