import { parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'

type PlaceValue = { city: string; state: StateCode; zip?: string | undefined }

/** 'Tulsa, OK', 'Remote', or a ZIP code whose city was suggested; undefined for what names no place. */
export function readPlaceText(text: string, suggested: readonly PlaceValue[]): PlaceValue | undefined {
  const typed = text.trim()
  if (/^remote$/i.test(typed)) return { city: 'Remote', state: 'OTHER' }
  if (/^\d{5}$/.test(typed)) return suggested.find((it) => it.zip === typed)
  const comma = typed.lastIndexOf(',')
  const [city, state] = [typed.slice(0, comma).trim(), parseState(typed.slice(comma + 1))]
  return comma > 0 && city !== '' && state !== undefined ? { city, state } : undefined
}
