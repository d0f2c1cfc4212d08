import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { SaxesParser } from 'saxes'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { Unreadable } from './inspect-cv.ts'

/**
 * What the parts of a Word document may be, and how they may be related: what Word, LibreOffice,
 * Google Docs and Pages write for text, pictures, fonts and drawings. Everything else (macros,
 * controls, embedded and imported documents, programs) is not in the list.
 */
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const drawing = 'application/vnd.openxmlformats-officedocument.drawingml'

/** Names that white space separates. */
const names = (text: string) => text.trim().split(/\s+/)

const officeXml = 'application/vnd.openxmlformats-officedocument'

const xmlTypes = [
  ...names(`document.main document.glossary styles settings webSettings fontTable numbering footnotes endnotes header footer comments
    commentsExtended commentsIds commentsExtensible people`).map((name) => `${word}.${name}+xml`),
  ...names('chart chartshapes diagramData diagramLayout diagramStyle diagramColors').map(
    (name) => `${drawing}.${name}+xml`,
  ),
  ...names('theme themeOverride extended-properties custom-properties customXmlProperties').map(
    (name) => `${officeXml}.${name}+xml`,
  ),
  ...names('core-properties relationships').map(
    (name) => `application/vnd.openxmlformats-package.${name}+xml`,
  ),
  ...names(
    'drawingml.diagramDrawing chartstyle chartcolorstyle classificationlabels intelligence2',
  ).map((name) => `application/vnd.ms-office.${name}+xml`),
  'application/vnd.ms-word.stylesWithEffects+xml',
  'application/xml',
  'text/xml',
  'image/svg+xml',
]

const binaryTypes = [
  ...names('png jpeg jpg pjpeg gif bmp tiff webp x-emf emf x-wmf wmf vnd.ms-photo').map(
    (name) => `image/${name}`,
  ),
  `${officeXml}.obfuscatedFont`,
  ...names(
    'application/x-fontdata application/x-font-ttf application/x-font-otf font/ttf font/otf',
  ),
  `${word}.printerSettings`,
]

const lower = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.map((text) => text.toLowerCase()))
const xmlPartTypes = lower(xmlTypes)
const binaryPartTypes = lower(binaryTypes)

const office = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]
const microsoft = 'http://schemas.microsoft.com/office'

/** Relationships of Word within a document. */
const relationships =
  names(`officeDocument extended-properties extendedProperties custom-properties customProperties customXml customXmlProps
  styles settings webSettings fontTable font numbering footnotes endnotes header footer comments glossaryDocument theme themeOverride
  image hyperlink printerSettings chart chartUserShapes diagramData diagramLayout diagramQuickStyle diagramColors thumbnail`)

const relationshipTypes: ReadonlySet<string> = new Set([
  ...office.flatMap((prefix) => relationships.map((name) => `${prefix}/${name}`)),
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
  'http://schemas.openxmlformats.org/officedocument/2006/relationships/metadata/core-properties',
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail',
  ...names(`2006/relationships/stylesWithEffects 2007/relationships/stylesWithEffects 2007/relationships/diagramDrawing
    2007/relationships/hdphoto 2011/relationships/commentsExtended 2011/relationships/people 2011/relationships/chartStyle
    2011/relationships/chartColorStyle 2016/09/relationships/commentsIds 2018/08/relationships/commentsExtensible
    2020/02/relationships/classificationlabels 2020/10/relationships/intelligence`).map(
    (name) => `${microsoft}/${name}`,
  ),
])

/**
 * A link may lead anywhere; everything else that comes from elsewhere is loaded when the document
 * is opened.
 */
const linkTypes: ReadonlySet<string> = new Set(office.map((prefix) => `${prefix}/hyperlink`))
/** Word notes the template of a document by its path on the author's disk, which is harmless. */
const templateTypes: ReadonlySet<string> = new Set(
  office.map((prefix) => `${prefix}/attachedTemplate`),
)

/** Elements that load data, or show a page of the web, without a relationship. */
const activeElements: ReadonlySet<string> = new Set(['mailMerge', 'webVideoPr'])

/**
 * What fields may do: show what the document or its program knows. Not here: DDE, LINK, EMBED,
 * INCLUDE…, DATABASE and the like.
 */
const fieldNames: ReadonlySet<string> = new Set(
  names(`= ADDIN ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT AUTOTEXT AUTOTEXTLIST BIBLIOGRAPHY BIDIOUTLINE CITATION COMMENTS COMPARE CREATEDATE DATE DISPLAYBARCODE DOCPROPERTY
  DOCVARIABLE EDITTIME EQ FILENAME FILESIZE FILLIN FORMCHECKBOX FORMDROPDOWN FORMTEXT GOTOBUTTON GREETINGLINE HYPERLINK IF INDEX INFO KEYWORDS LASTSAVEDBY LISTNUM
  MERGEFIELD MERGEREC MERGESEQ NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE PAGEREF PRINTDATE PRIVATE QUOTE REF REVNUM SAVEDATE SECTION
  SECTIONPAGES SEQ SET SHAPE STYLEREF SUBJECT SYMBOL TA TC TEMPLATE TIME TITLE TOA TOC USERADDRESS USERINITIALS USERNAME XE`),
)

const maxTextBytes = 30 * 1024 * 1024
const index = '[content_types].xml'

/**
 * Whether a Word document has parts, relationships, elements or fields that are not in the lists of
 * harmless ones. The archive's index was checked before: its parts are few, and all of them
 * together not large.
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
    const typeOf = readTypes(xmlOf(await readPart(zip, types)))
    parts.delete(index)
    for (const [name, entry] of parts) {
      if (name.endsWith('/')) continue
      const type = typeOf(name)
      const content = await readPart(zip, entry)
      // What has the name of a part in XML is one, whatever its type says.
      if (binaryPartTypes.has(type) && !/\.(xml|rels)$/.test(name)) continue
      if (!xmlPartTypes.has(type) || isActiveXml(xmlOf(content))) return true
    }
    return false
  } finally {
    zip.close()
  }
}

export async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const content = await buffer(await zip.openReadStreamPromise(entry))
  if (crc32(content) !== entry.crc32) throw new Unreadable('A damaged part')
  return content
}

export function xmlOf(content: Buffer): string {
  if (content.length > maxTextBytes) throw new Unreadable('A long part')
  // Word writes UTF-8; another encoding would hide names from other programs.
  if (/^(\xff\xfe|\xfe\xff|.?\0)/s.test(content.toString('latin1', 0, 2)))
    throw new Unreadable('XML in UTF-16')
  return content.toString('utf8')
}

type Elements = {
  open?: (name: string, attributes: ReadonlyMap<string, string>) => void
  text?: (text: string, element: string) => void
}

/** Reads elements and attributes by their names without prefixes. */
export function readXml(text: string, { open, text: hear }: Elements): void {
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
    open?.(
      local(name),
      new Map(
        Object.entries(attributes as Record<string, string>).map(([key, value]) => [
          local(key),
          value,
        ]),
      ),
    )
  })
  for (const event of ['text', 'cdata'] as const)
    parser.on(event, (words) => hear?.(words, path.at(-1) ?? ''))
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
      const type =
        (attributes.get('ContentType') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
      if (name === 'Default') defaults.set((attributes.get('Extension') ?? '').toLowerCase(), type)
      if (name === 'Override') overrides.set((attributes.get('PartName') ?? '').toLowerCase(), type)
    },
  })
  return (name) =>
    overrides.get(`/${name}`) ?? defaults.get(name.slice(name.lastIndexOf('.') + 1)) ?? ''
}

function isActiveXml(text: string) {
  const fields = new FieldCodes()
  let active = false
  readXml(text, {
    open(name, attributes) {
      if (activeElements.has(name)) active = true
      if (name === 'Relationship') active ||= isActiveRelationship(attributes)
      if (name === 'fldSimple') fields.simple(attributes.get('instr') ?? '')
      if (name === 'fldChar') fieldCharacter(fields, attributes.get('fldCharType'))
    },
    text: (words, element) => fields.text(words, element),
  })
  return active || fields.isActive
}

function fieldCharacter(fields: FieldCodes, type = '') {
  if (type === 'begin') fields.begin()
  else if (type === 'separate') fields.separate()
  else if (type === 'end') fields.end()
}

function isActiveRelationship(attributes: ReadonlyMap<string, string>) {
  const [type = '', target = '', mode = ''] = ['Type', 'Target', 'TargetMode'].map((name) =>
    attributes.get(name),
  )
  const isOutside = mode.toLowerCase() === 'external'
  if (templateTypes.has(type)) return !isOutside || !/^file:\/\/\/(?:[a-z]:|Users\/)/i.test(target)
  if (isOutside) return !linkTypes.has(type)
  return !relationshipTypes.has(type)
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
function isActiveCode(code: string) {
  if (code.trim() === '' || placeholder.test(code)) return false
  const name = beginning.exec(code)?.[1]
  return name === undefined || !(fieldNames.has(name.toUpperCase()) || bookmark.test(name))
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
    if (this.#open.length > 1)
      this.#isActive ||= isActiveCode((this.#open.pop() ?? newField()).code)
  }

  /**
   * Text by the name of its element: that of a field's code, or of what is shown, which is code
   * until the result begins.
   */
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
