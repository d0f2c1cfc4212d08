import { z } from 'zod'
import { amountOf } from './amount.ts'
import { characterCount } from './model.ts'

/** The kinds of fields that the postings' forms are made of. Every text comes out fit to be stored and shown. */

/** One line: what parts words is one space. */
export const line = (max: number, tooLong: string) => z.string().overwrite(tidyLine).refine(isAtMost(max), tooLong)
export const requiredLine = (required: string, max: number, tooLong: string) =>
  z.string(required).overwrite(tidyLine).min(1, required).refine(isAtMost(max), tooLong)
export const optionalLine = (max: number, tooLong: string) => line(max, tooLong).optional()

/** Lines and paragraphs stay. */
export const requiredText = (required: string, max: number, tooLong: string) =>
  z.string(required).overwrite(tidyText).min(1, required).refine(isAtMost(max), tooLong)
export const optionalText = (max: number, tooLong: string) =>
  z.string().overwrite(tidyText).refine(isAtMost(max), tooLong).optional()

/** Whatever somebody has typed so far. */
export const unfinishedText = (max: number) => z.string().overwrite(printable).max(max)

/** US dollars as a number, or as somebody typed it: '250,000', '$250,000', '' for nothing. */
export const money = (message: string) =>
  z
    .union([z.string(), z.number()], { error: message })
    .nullish()
    .transform((value, context) => {
      const amount = value === null || value === undefined ? undefined : amountOf(String(value))
      if (!Number.isNaN(amount)) return amount
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

/** One of a list, and it has to be chosen; a form begins with ''. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  z.string(message).pipe(z.enum(values, message))
export const optionalChoice = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  z
    .string(message)
    .pipe(z.enum([...values, ''] as [...T, ''], message))
    .optional()
export const choices = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  z.array(z.string().pipe(z.enum(values, message)), message).max(values.length, message)
/** At least one of them; none at all is said as what is empty is. */
export const someChoices = <const T extends readonly [string, ...string[]]>(values: T, required: string, message: string) =>
  z
    .array(z.string().pipe(z.enum(values, message)), required)
    .min(1, required)
    .max(values.length, message)

function isAtMost(max: number) {
  return (text: string): boolean => characterCount(text) <= max
}

const tidyLine = (text: string): string => printable(text.replaceAll(/\s+/g, ' ')).trim()
const tidyText = (text: string): string => printable(text.replaceAll(/\r\n?/g, '\n')).trim()

/** Without what no database stores (zero bytes, halves of characters) and what turns the reading direction of a page. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n]|[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, '')
}
