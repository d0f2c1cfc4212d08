import { fieldNames } from './docx-parts.ts'

type Field = { code: string; inCode: boolean }
const newField = (): Field => ({ code: '', inCode: true })

/** Bookmarks that Word makes; a field of that name alone refers to it. */
const bookmark = /^_(?:ref|toc|hlk)\d+$/i

/** A placeholder to click on; a macro of another name is a command of Word. */
const placeholder = /^\s*MACROBUTTON\s+NoMacro\b/i

/** Its name, and what ends it; the name of a formula ends by itself. */
const beginning = /^\s*(=|[\w-]+(?=[\s"\\]|$))/

/** Whether a field is none of the harmless ones by its name. */
function isActiveCode(code: string): boolean {
  if (code.trim() === '' || placeholder.test(code)) return false
  const name = beginning.exec(code)?.[1]
  return name === undefined || !(fieldNames.has(name.toUpperCase()) || bookmark.test(name))
}

/** Follows the fields of a part (ISO 29500-1, 17.16) while it is read. */
export class FieldCodes {
  /** The first has what stands outside of every field. */
  readonly #open: Field[] = [newField()]
  #isActive = false

  begin(): void {
    const { code, inCode } = this.#current
    // A field before the end of a name could make another name of it.
    const isNamed = /^\s*(=|[\w-]+[\s"\\])/.test(code) && !isActiveCode(code)
    if (inCode && this.#open.length > 1 && !isNamed) this.#isActive = true
    this.#open.push(newField())
  }

  separate(): void {
    this.#current.inCode = false
  }

  end(): void {
    if (this.#open.length > 1) this.#isActive ||= isActiveCode((this.#open.pop() ?? newField()).code)
  }

  /** Text by the name of its element: that of a field's code, or of what is shown, which is code until the result begins. */
  text(text: string, element: string): void {
    const field = this.#current
    const isCode = element === 'instrText' || element === 'delInstrText'
    const isShown = element === 't' || element === 'delText'
    if (isCode || (isShown && field.inCode && this.#open.length > 1)) field.code += text
  }

  simple(code: string): void {
    this.#isActive ||= isActiveCode(code)
  }

  get isActive(): boolean {
    return this.#isActive || this.#open.some(({ code }) => isActiveCode(code))
  }

  get #current(): Field {
    return this.#open.at(-1) ?? newField()
  }
}
