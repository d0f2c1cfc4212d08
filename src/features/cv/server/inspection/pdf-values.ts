/** A name is a text with a slash before it; a string is what no check looks into. */
export type PdfValue = number | string | Reference | readonly PdfValue[] | ReadonlyMap<string, PdfValue>
export type Reference = { object: number }

export const isReference = (value: PdfValue | undefined): value is Reference => typeof value === 'object' && 'object' in value
export const isDictionary = (value: PdfValue | undefined): value is ReadonlyMap<string, PdfValue> => value instanceof Map

export class Malformed extends Error {}

const maxDepth = 100
const blank = String.raw`\0\t\n\f\r `
const delimiter = String.raw`()<>[\]{}/%`
const skipped = new RegExp(`(?:[${blank}]+|%[^\\r\\n]*)*`, 'y')
const token = new RegExp(`<<|>>|[[\\]{}>)(<]|/[^${blank}${delimiter}]*|[^${blank}${delimiter}]+`, 'y')

/** Reads values of a PDF's syntax (ISO 32000-1, 7.3) one after the other. */
export class PdfReader {
  readonly #text: string
  /** Every name that was read. */
  readonly #names: Set<string>
  at: number

  constructor(text: string, at: number, names: Set<string>) {
    this.#text = text
    this.#names = names
    this.at = at
  }

  /** @throws {Malformed} */
  value(depth = 0): PdfValue {
    if (depth > maxDepth) throw new Malformed('Too deep')
    const found = this.#next()
    if (found === '<<') return this.#dictionary(depth)
    if (found === '[') return this.#array(depth)
    if (found === '(') return this.#string()
    if (found === '<') return this.#hexString()
    if (found.startsWith('/')) return this.#name(found)
    if (/^[)\]}>{]/.test(found) || found === '') throw new Malformed(`No value: ${found}`)
    return /^\d+$/.test(found) ? this.#referenceOrNumber(Number(found)) : /^[+-]?[\d.]+$/.test(found) ? Number(found) : found
  }

  skip(): void {
    skipped.lastIndex = this.at
    skipped.test(this.#text)
    this.at = skipped.lastIndex
  }

  /** Whether the next token is this one; then it is read. */
  takes(word: string): boolean {
    const before = this.at
    if (this.#next() === word) return true
    this.at = before
    return false
  }

  /** Empty at the end. */
  #next(): string {
    this.skip()
    token.lastIndex = this.at
    const found = token.exec(this.#text)?.[0] ?? ''
    this.at += found.length
    return found
  }

  /** '/J#61vaScript' is another spelling of '/JavaScript'. */
  #name(found: string): string {
    const name = plainNames(found)
    this.#names.add(name)
    return name
  }

  #dictionary(depth: number): PdfValue {
    const entries = new Map<string, PdfValue>()
    while (!this.takes('>>')) {
      const key = this.#next()
      if (!key.startsWith('/')) throw new Malformed('A key is no name')
      const name = this.#name(key).slice(1)
      // Readers differ in which one counts.
      if (entries.has(name) && deciding.has(name)) throw new Malformed(`${name} twice`)
      entries.set(name, this.value(depth + 1))
    }
    return entries
  }

  #array(depth: number): PdfValue {
    const items: PdfValue[] = []
    while (!this.takes(']')) items.push(this.value(depth + 1))
    return items
  }

  #string(): string {
    let open = 1
    for (; open > 0; this.at++) {
      const character = this.#text[this.at]
      if (character === undefined) throw new Malformed('A string without an end')
      if (character === '\\') this.at++
      else if (character === '(') open++
      else if (character === ')') open--
    }
    return ''
  }

  #hexString(): string {
    const end = this.#text.indexOf('>', this.at)
    if (end === -1) throw new Malformed('A string without an end')
    this.at = end + 1
    return ''
  }

  #referenceOrNumber(number: number): PdfValue {
    const before = this.at
    if (/^\d+$/.test(this.#next()) && this.takes('R')) return { object: number }
    this.at = before
    return number
  }
}

const deciding = new Set(['Filter', 'DecodeParms', 'DP', 'F'])

export const plainNames = (text: string): string =>
  text.replaceAll(/#([\da-f]{2})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
