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
