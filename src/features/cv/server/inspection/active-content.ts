import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import type { CvFormat } from '#features/cv/model.ts'

/**
 * Whether a file does more than show a document: scripts, launched programs, macros, embedded files and objects, templates and data from
 * elsewhere. What cannot be looked into, such as an encrypted PDF, counts as active. The file's format was checked before.
 */
export async function hasActiveContent(path: string, format: CvFormat): Promise<boolean> {
  if (format === 'docx') return isActivePackage(path)
  const bytes = await readFile(path)
  return format === 'pdf' ? isActivePdf(bytes) : isActiveCompound(bytes)
}

/**
 * Names that only active PDFs have. All of the file is searched, also the content of streams, because a reader finds objects wherever
 * the table of the file says that they are.
 */
const activeName =
  /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|Rendition|GoToR|GoToE|XFA|Encrypt)(?=[\s/<>[\]()%]|$)/
/** Short enough to occur in compressed bytes by chance: it counts in unpacked objects only. */
const scriptName = /\/JS(?=[\s/<>[\]()%]|$)/

/** Objects of a five-megabyte CV are far below it. */
const maxObjectBytes = 20 * 1024 * 1024
const dictionaryReach = 16 * 1024

function isActivePdf(bytes: Buffer): boolean {
  const text = plainNames(bytes.toString('latin1'))
  if (activeName.test(text)) return true
  const raw = bytes.toString('latin1')
  let unpackedBytes = 0
  let previousEnd = 0
  for (const found of raw.matchAll(/stream(\r\n|\n|\r)/g)) {
    const dictionary = plainNames(raw.slice(Math.max(previousEnd, found.index - dictionaryReach), found.index))
    const start = found.index + found[0].length
    previousEnd = start
    // Readers take a stream with these entries for objects, whatever its type says.
    if (!/\/(ObjStm|First)\b/.test(dictionary.slice(dictionary.lastIndexOf('endstream') + 1))) continue
    if (!/\/(Filter|F)\b/.test(dictionary)) continue
    const objects = unpacked(bytes.subarray(start), dictionary)
    unpackedBytes += objects?.length ?? 0
    if (objects === undefined || unpackedBytes > maxObjectBytes) return true
    const names = plainNames(objects.toString('latin1'))
    if (activeName.test(names) || scriptName.test(names)) return true
  }
  return false
}

/** Undefined for another filter than the usual one, which we cannot look into. */
function unpacked(content: Buffer, dictionary: string): Buffer | undefined {
  if (/\/(LZW|ASCII85|ASCIIHex|RunLength|Crypt)|\/(LZW|A85|AHx|RL)\b|\/Predictor\s+(?!1\b)\d/.test(dictionary)) return undefined
  try {
    // The bytes after the stream are ignored.
    return inflateSync(content, { maxOutputLength: maxObjectBytes, finishFlush: 2 })
  } catch {
    return undefined
  }
}

/** '/J#61vaScript' is another spelling of '/JavaScript'. */
const plainNames = (text: string): string =>
  text.replaceAll(/#([\da-f]{2})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

/** Names in the directory of a Word 97–2003 file, and what its text may say, in both encodings. */
const compoundNames = ['_VBA_PROJECT', 'Macros', 'Ole10Native', 'Package', 'ObjectPool']
const activeField = /\b(DDEAUTO|DDE)\s|\bhttps?:\/\/[^\s"\0]{1,300}\.dot[mx]?\b|\\\\[\w.-]{1,60}\\[^\s"\0]{1,200}\.dot[mx]?\b/i

function isActiveCompound(bytes: Buffer): boolean {
  if (compoundNames.some((name) => bytes.includes(Buffer.from(name, 'utf16le')))) return true
  const texts = [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')]
  return texts.some((it) => activeField.test(it))
}

const activePart = /vbaProject|vbaData|activeX|attachedToolbars|\.(bin|exe|dll|js|vbs|scr|hta|lnk|dotm|docm|xlsm|pptm)$/i
const fonts = /^word\/fonts\//
const maxTextBytes = 30 * 1024 * 1024

/** The archive was checked as a whole before: its parts are few, and not larger than the index says. */
async function isActivePackage(path: string): Promise<boolean> {
  const zip = await yauzl.openPromise(path)
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      if (activePart.test(fileName) && !fonts.test(fileName) && !/printerSettings\d*\.bin$/.test(fileName)) return true
      if (!/\.(xml|rels)$/i.test(fileName)) continue
      if (entry.uncompressedSize > maxTextBytes) return true
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
      if (isActiveXml(Buffer.concat(chunks))) return true
    }
    return false
  } catch {
    return true
  } finally {
    zip.close()
  }
}

/**
 * A link may lead anywhere; everything else that comes from elsewhere is loaded when the document is opened. Word notes the template of a
 * document by its path on the author's disk, which is harmless.
 */
function isActiveXml(bytes: Buffer): boolean {
  // Word writes UTF-8; another encoding would hide names from other programs.
  if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) || bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff])))
    return true
  let active = false
  let instructions = ''
  let inInstruction = false
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    active = true
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = attributes as Record<string, string>
    if (/(^|:)Relationship$/.test(name)) active ||= isActiveRelationship(values)
    if (/macroEnabled|vbaProject|activeX/i.test(values['ContentType'] ?? '')) active = true
    if (/(^|:)instrText$/.test(name)) inInstruction = true
    if (/(^|:)fldSimple$/.test(name)) instructions += ` ${Object.values(values).join(' ')} `
  })
  parser.on('text', (text) => {
    if (inInstruction) instructions += text
  })
  parser.on('closetag', ({ name }) => {
    if (/(^|:)instrText$/.test(name)) inInstruction = false
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(bytes.toString('utf8')).close()
  return active || /\b(DDEAUTO|DDE|INCLUDETEXT|INCLUDEPICTURE)\b/i.test(instructions)
}

function isActiveRelationship({ Type = '', TargetMode = '', Target = '' }: Record<string, string>): boolean {
  if (TargetMode.toLowerCase() !== 'external' || /\/hyperlink$/i.test(Type)) return false
  return !(/\/attachedTemplate$/i.test(Type) && /^file:\/\/\/[a-z]:/i.test(Target))
}
