import { placeText } from '#features/jobs/display.ts'
import { payText } from '#features/jobs/job-texts.ts'
import type { FactAnswer } from './contract.ts'

/** An answer about a fact, as it is suggested and as the history says it. */
export function factText(answer: FactAnswer): string {
  if (answer.fact === 'place') return [placeText(answer.value), answer.value.zip].filter(Boolean).join(' ')
  if (answer.fact === 'profession') return answer.value === 'physician' ? 'A job for physicians' : 'Not a physician'
  if (answer.fact === 'specialty') return answer.value.other ?? answer.value.specialty
  const { min = null, max = null, unit = 'YEAR', text = null } = answer.value
  const figures = payText({ compMin: min, compMax: max, compUnit: unit, compText: null })
  return [figures, text].filter(Boolean).join(', ') || 'Pay not stated'
}
