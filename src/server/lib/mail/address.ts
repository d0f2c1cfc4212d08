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

export function parseAddress(text: string): MailAddress | undefined {
  const [, name, inBrackets] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  const parsed = address.safeParse(inBrackets ?? text.trim())
  if (!parsed.success) return undefined
  return { address: parsed.data, ...(name && { name: oneLine(name) }) }
}
