import type { ComponentProps } from 'react'
import { frequencies, frequencyLabels } from '#features/alerts/model.ts'
import { Select } from '#ui/field.tsx'

export const FrequencySelect = (props: ComponentProps<typeof Select>) => (
  <Select {...props}>
    {frequencies.map((it) => (
      <option key={it} value={it}>
        {frequencyLabels[it]}
      </option>
    ))}
  </Select>
)
