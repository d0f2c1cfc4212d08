import { z } from 'zod'

export type MailAddress = { name?: string | undefined; address: string }

const address = z.email()

/** @throws {z.ZodError} unless the text is one plain address. */
export const plainAddress = (text: string): string => address.parse(text.trim())

export const mailAddress = (given: string | MailAddress): MailAddress =>
  typeof given === 'string'
    ? { address: plainAddress(given) }
    : { address: plainAddress(given.address), ...(given.name !== undefined && { name: oneLine(given.name) }) }

/** A line break would start another header. */
// oxlint-disable-next-line no-control-regex
export const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()

const longestName = 60

/**
 * A name that somebody typed, for a mail to somebody else: without what mail programs make a link of (addresses, domains, telephone
 * numbers), and no longer than names are. Empty if nothing is left.
 */
export const harmlessName = (name: string): string =>
  oneLine(name)
    .replaceAll(/\S*(?:@|:\/\/|\/)\S*/g, ' ')
    .replaceAll(/\S*\p{L}\.\p{L}{2,}\S*/gu, ' ')
    .replaceAll(/[\d+(][\d\s().+-]{5,}/g, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s.,'’()-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestName)
    .trim()

export function parseAddress(text: string): MailAddress | undefined {
  const [, name, inBrackets] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  const parsed = address.safeParse(inBrackets ?? text.trim())
  if (!parsed.success) return undefined
  return { address: parsed.data, ...(name && { name: oneLine(name) }) }
}
