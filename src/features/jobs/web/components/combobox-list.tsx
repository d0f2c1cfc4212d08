import { Check } from 'lucide-react'
import { useCombobox } from 'downshift'
import { useEffect, useEffectEvent, type ChangeEvent, type KeyboardEvent, type RefObject } from 'react'

/** One line of the list; `note` stands at its end, in words or figures. */
export type ListedOption = { key: string; label: string; kind?: string; note?: string | undefined; isChosen?: boolean }

type Props<T extends ListedOption> = {
  input: RefObject<HTMLInputElement | null>
  label: string
  options: readonly T[]
  isOpen: boolean
  /** The first option is marked at once, so that Enter chooses it. */
  marksFirst?: boolean
  /** Called with the field's text when it changes, and when the list is asked for. */
  onOpen: (text: string) => void
  onClose: () => void
  onChoose: (option: T) => void
}

/**
 * Makes a plain field a combobox with a list below it. The field stays the same element with its own value, so that nothing typed is
 * lost when this code arrives: what the library gives for it is applied to the element itself.
 */
export function ComboboxList<T extends ListedOption>({ input: inputRef, label, options, marksFirst, ...rest }: Props<T>) {
  const { isOpen: isWanted, onOpen, onClose, onChoose } = rest
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex, isOpen } = useCombobox<T>({
    items: [...options],
    isOpen: isWanted && options.length > 0,
    selectedItem: null,
    ...(marksFirst && { defaultHighlightedIndex: 0 }),
    itemToString: (it) => it?.label ?? '',
    itemToKey: (it) => it?.key,
    // To leave the field is not to choose.
    stateReducer: (_state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: null } : changes,
    onIsOpenChange: ({ isOpen: isOpening }) => {
      if (!isOpening) onClose()
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onChoose(selectedItem)
    },
  })

  const { ref, onKeyDown, onBlur, onChange, role, ...props } = getInputProps({
    // Enter without a marked option submits the form, and the caret moves as in any field.
    onKeyDown: (event: KeyboardEvent & { preventDownshiftDefault?: boolean }) => {
      const isOurs = event.key === 'Home' || event.key === 'End' || (event.key === 'Enter' && highlightedIndex === -1)
      event.preventDownshiftDefault = isOurs
      if (event.key === 'Enter' && isOurs) onClose()
      if (event.key === 'ArrowDown' && !isOpen) onOpen((event.target as HTMLInputElement).value)
    },
  })

  const openTyped = useEffectEvent((input: HTMLInputElement) => {
    if (input.value !== input.defaultValue && input === document.activeElement) onOpen(input.value)
  })
  // What was typed before this code arrived.
  useEffect(() => {
    if (inputRef.current) openTyped(inputRef.current)
  }, [inputRef])

  useEffect(() => {
    const input = inputRef.current
    if (!input) return undefined
    if (typeof ref === 'function') ref(input)
    const attributes = {
      role,
      'aria-autocomplete': 'list',
      'aria-controls': props['aria-controls'],
      'aria-expanded': props['aria-expanded'],
      'aria-activedescendant': props['aria-activedescendant'],
    }
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, String(value))
    const listeners = {
      keydown: onKeyDown,
      blur: onBlur,
      input: (event: unknown) => {
        onChange?.(event as ChangeEvent)
        onOpen(input.value)
      },
      click: () => {
        if (input.value === '') onOpen('')
      },
      search: onClose,
    } as const
    const entries = Object.entries(listeners) as [string, unknown][]
    for (const [type, listener] of entries) input.addEventListener(type, listener as EventListener)
    return () => {
      for (const [type, listener] of entries) input.removeEventListener(type, listener as EventListener)
    }
  })

  return (
    <>
      <ul
        {...getMenuProps({ 'aria-label': label })}
        hidden={!isOpen}
        className="absolute top-full left-0 z-30 mt-1 max-h-80 w-full min-w-56 overflow-y-auto rounded-sm border border-line bg-surface py-1 shadow-raised"
      >
        {options.map((option, index) => (
          <li
            key={option.key}
            {...getItemProps({ item: option, index })}
            className="flex min-h-10 cursor-pointer items-baseline gap-3 px-3 py-2 hover:bg-action-wash aria-selected:bg-action-wash pointer-coarse:min-h-11"
          >
            <span className="min-w-0 grow truncate font-medium">{option.label}</span>
            {option.isChosen && (
              <span className="self-center text-action">
                <Check aria-hidden className="size-4" />
                <span className="sr-only">chosen</span>
              </span>
            )}
            {option.kind !== undefined && <span className="text-xs text-muted">{option.kind}</span>}
            <span className="min-w-10 text-right text-xs whitespace-nowrap text-muted tabular-nums">{option.note}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {isOpen && `${options.length} suggestions, use the arrow keys`}
      </p>
    </>
  )
}
