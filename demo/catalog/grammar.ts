import { formatNumber } from '#shared/numbers.ts'
import type { Rng } from './rng.ts'

/**
 * Sentences with blanks: `{city}` is a word of the job, `{a|b}` one of several wordings, `{14-18}`
 * a number in a range. Templates are parsed once.
 */
export type Words = Readonly<Record<string, string>>

type Blank =
  | { kind: 'word'; name: string }
  | { kind: 'choice'; options: string[] }
  | { kind: 'number'; min: number; max: number }

const parsed = new Map<string, (string | Blank)[]>()

export function fill(template: string, words: Words, rng: Rng): string {
  let parts = parsed.get(template)
  if (!parts) parsed.set(template, (parts = parse(template)))
  let text = ''
  for (const part of parts) text += typeof part === 'string' ? part : fillBlank(part, words, rng)
  return text
}

function parse(template: string): (string | Blank)[] {
  return template
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? parseBlank(part.slice(1, -1)) : part))
}

function parseBlank(inside: string): Blank {
  const range = /^(\d+)-(\d+)$/.exec(inside)
  if (range) return { kind: 'number', min: Number(range[1]), max: Number(range[2]) }
  if (inside.includes('|')) return { kind: 'choice', options: inside.split('|') }
  return { kind: 'word', name: inside }
}

function fillBlank(blank: Blank, words: Words, rng: Rng): string {
  if (blank.kind === 'choice') return rng.pick(blank.options)
  if (blank.kind === 'number') return formatNumber(rounded(rng.int(blank.min, blank.max)))
  const word = words[blank.name]
  if (word === undefined) throw new Error(`No word for {${blank.name}}`)
  return word
}

/** As people say it: nobody counts 8,464 patients. */
function rounded(value: number): number {
  const step = value >= 2000 ? 500 : value >= 300 ? 50 : value >= 100 ? 10 : 1
  return Math.round(value / step) * step
}

const vowelSound = /^(?:[aeio]|ENT|OB|MFM|u(?!ro|ni))/i

/** 'an internist', 'a urologist', 'an OB hospitalist'. */
export const withArticle = (noun: string): string => `${vowelSound.test(noun) ? 'an' : 'a'} ${noun}`
