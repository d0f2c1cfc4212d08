import { Suspense, useRef, useState, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { TextInput } from '#ui/field.tsx'

type Props = ComponentProps<'input'> & {
  /** `isOpened`: somebody pressed the empty field. */
  renderList: (input: RefObject<HTMLInputElement | null>, isOpened: boolean) => ReactNode
}

/** A plain field; the first focus loads its list, which makes it a combobox. It needs a positioned parent. */
export function ComboboxField({ renderList, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [visited, setVisited] = useState<'pressed' | 'focused'>()
  return (
    <>
      <TextInput
        {...field}
        ref={input}
        autoComplete="off"
        onPointerDown={({ currentTarget }) => setVisited(currentTarget.value === '' ? 'pressed' : 'focused')}
        onFocus={() => setVisited((it) => it ?? 'focused')}
      />
      {visited && <Suspense>{renderList(input, visited === 'pressed')}</Suspense>}
    </>
  )
}
