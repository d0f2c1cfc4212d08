import { crc32 } from 'node:zlib'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import * as office from './docx-parts.ts'
import { Unreadable } from './inspect-cv.ts'

const maxTextBytes = 30 * 1024 * 1024
const index = '[content_types].xml'

/**
 * Whether a Word document has parts, relationships, elements or fields that are not in the lists of harmless ones. The archive's
 * index was checked before: its parts are few, and all of them together not large.
 * @throws {Unreadable}
 */
export async function isActivePackage(path: string): Promise<boolean> {
  const zip = await yauzl.openPromise(path, { autoClose: false })
  try {
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    // Names differ by more than case.
    const parts = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]))
    const types = parts.get(index)
    if (!types || parts.size < entries.length) throw new Unreadable('No index, or a part twice')
    const typeOf = readTypes(textOf(await readPart(zip, types)))
    parts.delete(index)
    for (const [name, entry] of parts) {
      if (name.endsWith('/')) continue
      const type = typeOf(name)
      const content = await readPart(zip, entry)
      // What has the name of a part in XML is one, whatever its type says.
      if (office.binaryPartTypes.has(type) && !/\.(xml|rels)$/.test(name)) continue
      if (!office.xmlPartTypes.has(type) || isActiveXml(textOf(content))) return true
    }
    return false
  } finally {
    zip.close()
  }
}

async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  const content = Buffer.concat(chunks)
  if (crc32(content) !== entry.crc32) throw new Unreadable('A damaged part')
  return content
}

function textOf(content: Buffer): string {
  if (content.length > maxTextBytes) throw new Unreadable('A long part')
  // Word writes UTF-8; another encoding would hide names from other programs.
  if (/^(\xff\xfe|\xfe\xff|.?\0)/s.test(content.toString('latin1', 0, 2))) throw new Unreadable('XML in UTF-16')
  return content.toString('utf8')
}

type Elements = {
  open?: (name: string, attributes: ReadonlyMap<string, string>) => void
  text?: (text: string, element: string) => void
}

/** Reads elements and attributes by their names without prefixes. */
function readXml(text: string, { open, text: hear }: Elements): void {
  const parser = new SaxesParser()
  const path: string[] = []
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  const refuse = () => {
    throw new Unreadable('A document type, or another encoding')
  }
  parser.on('doctype', refuse)
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(utf-?8|us-ascii)$/i.test(encoding)) refuse()
  })
  parser.on('opentag', ({ name, attributes }) => {
    path.push(local(name))
    open?.(local(name), new Map(Object.entries(attributes as Record<string, string>).map(([key, it]) => [local(key), it])))
  })
  for (const event of ['text', 'cdata'] as const) parser.on(event, (said) => hear?.(said, path.at(-1) ?? ''))
  parser.on('closetag', () => path.pop())
  parser.on('error', (error) => {
    throw new Unreadable('Damaged XML', { cause: error })
  })
  parser.write(text).close()
}

/** The content types of parts, by their lower-case names; empty for a part without one. */
function readTypes(text: string): (name: string) => string {
  const defaults = new Map<string, string>()
  const overrides = new Map<string, string>()
  readXml(text, {
    open(name, attributes) {
      const type = (attributes.get('ContentType') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
      if (name === 'Default') defaults.set((attributes.get('Extension') ?? '').toLowerCase(), type)
      if (name === 'Override') overrides.set((attributes.get('PartName') ?? '').toLowerCase(), type)
    },
  })
  return (name) => overrides.get(`/${name}`) ?? defaults.get(name.slice(name.lastIndexOf('.') + 1)) ?? ''
}

function isActiveXml(text: string): boolean {
  const fields = new FieldCodes()
  let active = false
  readXml(text, {
    open(name, attributes) {
      if (office.activeElements.has(name)) active = true
      if (name === 'Relationship') active ||= isActiveRelationship(attributes)
      if (name === 'fldSimple') fields.simple(attributes.get('instr') ?? '')
      if (name === 'fldChar') fieldCharacter(fields, attributes.get('fldCharType'))
    },
    text: (said, element) => fields.text(said, element),
  })
  return active || fields.isActive
}

function fieldCharacter(fields: FieldCodes, type = ''): void {
  if (type === 'begin') fields.begin()
  else if (type === 'separate') fields.separate()
  else if (type === 'end') fields.end()
}

function isActiveRelationship(attributes: ReadonlyMap<string, string>): boolean {
  const [type = '', target = '', mode = ''] = ['Type', 'Target', 'TargetMode'].map((name) => attributes.get(name))
  const isOutside = mode.toLowerCase() === 'external'
  if (office.templateTypes.has(type)) return !isOutside || !/^file:\/\/\/(?:[a-z]:|Users\/)/i.test(target)
  if (isOutside) return !office.linkTypes.has(type)
  return !office.relationshipTypes.has(type)
}

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
  return name === undefined || !(office.fieldNames.has(name.toUpperCase()) || bookmark.test(name))
}

/** Follows the fields of a part (ISO 29500-1, 17.16) while it is read. */
class FieldCodes {
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
