import { parseState, type StateCode } from '#shared/us-states.ts'

const most = 100_000_000

/** US dollars as people type them: '250,000', '$250,000'. Undefined for nothing, NaN for what is no amount of pay. */
export function amountOf(text: string): number | undefined {
  const bare = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  if (bare === '') return undefined
  const amount = /^\d+(?:\.\d+)?$/.test(bare) ? Number(bare) : Number.NaN
  return amount <= most ? amount : Number.NaN
}

/** 'Austin, TX' or 'Austin, Texas'; undefined when there is no city, or no such state behind the last comma. */
export function parseLocation(text: string): { city: string; state: StateCode } | undefined {
  const comma = text.lastIndexOf(',')
  const state = parseState(text.slice(comma + 1))
  const city = text.slice(0, Math.max(comma, 0)).trim()
  return state && city !== '' ? { city, state } : undefined
}

export const formatLocation = ({ city, state }: { city: string; state: StateCode }): string => `${city}, ${state}`

/** Where applicants are sent: a web address, with or without its scheme, or a mail address behind 'mailto:'. */

const maxLink = 2000
const host = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{1,62}`
const webLink = new RegExp(String.raw`^https?://${host}(?::\d{1,5})?(?:[/?#]\S*)?$`, 'iu')
const bareLink = new RegExp(String.raw`^${host}(?::\d{1,5})?(?:[/?#]\S*)?$`, 'iu')
const mailLink = new RegExp(String.raw`^mailto:[^\s@:/?#<>"]+@${host}(?:\?\S*)?$`, 'iu')

/** Nothing else passes: no 'javascript:', no 'data:', no user names before the host that make it look like another. */
export const isApplyLink = (text: string): boolean =>
  text.length <= maxLink && [webLink, bareLink, mailLink].some((pattern) => pattern.test(text))

/** The link as browsers follow it: a bare domain gets its scheme. */
export const normalizeApplyLink = (text: string): string => (/^(?:https?:\/\/|mailto:)/i.test(text) ? text : `https://${text}`)

export const isWebAddress = (text: string): boolean => text.length <= maxLink && webLink.test(text)
