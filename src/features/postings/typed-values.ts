import type { JobSummary } from '#features/jobs/contract.ts'
import { readPay } from '#features/jobs/read-terms.ts'
import { parseCityState, parseState, stateName, type StateCode } from '#shared/us-states.ts'

const most = 100_000_000

/**
 * US dollars as typed: '250,000', '$250,000', '250k'. Undefined for empty text, NaN for anything
 * else.
 */
export function amountOf(text: string): number | undefined {
  const bare = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  if (bare === '') return undefined
  const [, figures, thousands] = /^(\d+(?:\.\d+)?)\s?(k)?$/i.exec(bare) ?? []
  const amount =
    figures === undefined
      ? Number.NaN
      : Math.round(Number(figures) * (thousands ? 100_000 : 100)) / 100
  return amount <= most ? amount : Number.NaN
}

export const isRemote = (setting: readonly string[], schedule: readonly string[]): boolean =>
  setting.includes('Telemedicine') || schedule.includes('Remote')

export type FormPay = Pick<JobSummary, 'compMin' | 'compMax' | 'compUnit' | 'compText'>

/** Pay as figures, with words that may say more, or as words alone. */
export const payOfPost = (min: number | undefined, max: number | undefined, words = ''): FormPay =>
  min === undefined && max === undefined
    ? payOfText(words)
    : { ...payOfFigures(min, max), compText: words || null }

/** Their size shows the unit, which is a year by default. */
function payOfFigures(min?: number, max?: number): FormPay {
  const { unit = 'YEAR' } = readPay({
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  })
  return { compMin: min ?? null, compMax: max ?? null, compUnit: unit, compText: null }
}

function payOfText(text: string): FormPay {
  if (text === '') return payOfFigures()
  const { min = null, max = null, unit = 'YEAR', text: words } = readPay({ text })
  const isFigures = min !== null || max !== null
  // Shows what was typed, unless that is the figures alone.
  const compText = isFigures ? (words ?? null) : text
  return { compMin: min, compMax: max, compUnit: unit, compText }
}

/**
 * Each field is read alone; one of them may hold a whole range. Small figures need their unit:
 * '300-350' may be dollars an hour or thousands a year.
 */
export function payOfRange(min: string, max: string): FormPay {
  const [low, high] = [readPay({ text: min }), readPay({ text: max })]
  const from = low.min
  const to = max === '' && low.min !== low.max ? low.max : high.max
  const words = [min, max].filter(Boolean).join(' - ')
  const hasWords = low.text !== undefined || high.text !== undefined
  // Only the poster knows what a minimum above the maximum means.
  const unit = low.unit ?? high.unit
  const isClear =
    (from ?? 0) <= (to ?? Infinity) &&
    unit === (high.unit ?? low.unit) &&
    (unit !== 'HOUR' || /[a-z]/i.test(words))
  return {
    compMin: (isClear && from) || null,
    compMax: (isClear && to) || null,
    compUnit: (isClear && unit) || 'YEAR',
    compText: words !== '' && (hasWords || !isClear) ? words : null,
  }
}

type Texts = {
  readonly [Name in 'brief' | 'briefDescription' | 'fullDescription']?: string | undefined
}

/** Lists show only the brief; a second one opens the full description. */
export function openingOf({ brief, briefDescription = '', fullDescription }: Texts) {
  const shown = brief || briefDescription
  const opening = briefDescription !== shown ? briefDescription : ''
  return { brief: shown, fullDescription: [opening, fullDescription].filter(Boolean).join('\n\n') }
}

/** 'Austin, TX', or a state alone. */
export function parsePlace(text: string): { city: string; state: StateCode } | undefined {
  const state = parseState(text)
  return state ? { city: '', state } : parseCityState(text)
}

/** An imported posting may have no city. */
export const formatLocation = ({ city, state }: { city: string; state: StateCode }): string =>
  city === '' ? stateName(state) : `${city}, ${state}`

/** Where to apply: a web address, with or without its scheme, or 'mailto:' with an address. */

const maxLink = 2000
const host = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{1,62}`
const webLink = new RegExp(String.raw`^https?://${host}(?::\d{1,5})?(?:[/?#]\S*)?$`, 'iu')
const bareLink = new RegExp(String.raw`^${host}(?::\d{1,5})?(?:[/?#]\S*)?$`, 'iu')
const mailLink = new RegExp(String.raw`^mailto:[^\s@:/?#<>"]+@${host}(?:\?\S*)?$`, 'iu')

/** Refuses other schemes and user names before the host. */
export const isApplyLink = (text: string): boolean =>
  text.length <= maxLink && [webLink, bareLink, mailLink].some((pattern) => pattern.test(text))

/** Adds the scheme to a bare domain. */
export const normalizeApplyLink = (text: string): string =>
  /^(?:https?:\/\/|mailto:)/i.test(text) ? text : `https://${text}`

export const isWebAddress = (text: string): boolean => text.length <= maxLink && webLink.test(text)
