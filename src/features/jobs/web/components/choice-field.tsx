import { lazy, type ComponentProps } from 'react'
import type { ChoiceListProps } from './choice-list.tsx'
import { ComboboxField } from './combobox-field.tsx'

const ChoiceList = lazy(async () => ({ default: (await import('./choice-list.tsx')).ChoiceList }))

/** Finds values of a long list by their first letters. */
export const ChoiceField = ({
  listLabel,
  choices,
  chosen,
  onChoice,
  ...field
}: ComponentProps<'input'> & Pick<ChoiceListProps, 'listLabel' | 'choices' | 'chosen' | 'onChoice'>) => (
  <span className="relative block">
    <ComboboxField
      {...field}
      renderList={(input, isOpened) => (
        <ChoiceList
          {...{ input, isOpened, listLabel, choices, chosen }}
          onChoice={(value) => {
            if (input.current) input.current.value = ''
            onChoice(value)
          }}
        />
      )}
    />
  </span>
)
