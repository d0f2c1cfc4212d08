import { spawn } from 'node:child_process'
import { buffer, text as textOfStream } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import yauzl from 'yauzl'
import type { CvFormat } from '#features/cv/model.ts'
import { readPart, readXml, xmlOf } from './active-docx.ts'

/** The words of a file, a line each, and how many of its pages they are of. */
export type CvText = { lines: string[]; pages: number; pagesRead: number }

/** No CV that somebody reads is longer. */
const maxPages = 25
const maxLines = 3000
const maxLine = 400

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const self = fileURLToPath(import.meta.url)

/** Of the processor and of the clock: a busy machine is no hostile file. */
const [processorSeconds, timeoutMs] = [2, 30_000]
const heapMb = 128

/**
 * Reads the words of a file in a process of its own, which opens no file but the program's, starts
 * nothing, and reaches no network. Undefined for what it cannot read within its time and memory.
 */
export async function readCvText(content: Readable, format: CvFormat): Promise<CvText | undefined> {
  const limits = ['--permission', `--allow-fs-read=${root}*`, `--max-old-space-size=${heapMb}`]
  const command = `ulimit -t ${processorSeconds}; exec "$0" "$@"`
  const child = spawn('sh', ['-c', command, process.execPath, ...limits, self, format], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const failed = new Promise<undefined>((resolve) => child.once('error', () => resolve(undefined)))
  // A reader that gives up early closes its end.
  const sent = pipeline(content, child.stdin).catch(() => {})
  const answer = await Promise.race([failed, textOfStream(child.stdout)])
  await sent
  try {
    const read: CvText = JSON.parse(answer ?? '')
    return read
  } catch {
    return undefined
  }
}

const readers: Partial<Record<CvFormat, (bytes: Buffer) => Promise<CvText>>> = {
  pdf: readPdf,
  docx: readDocx,
}

async function readPdf(bytes: Buffer): Promise<CvText> {
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const lines: string[] = []
  const pagesRead = Math.min(pdf.numPages, maxPages)
  for (let number = 1; number <= pagesRead; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    lines.push(...linesOf(items.filter((item) => 'str' in item)))
    page.cleanup()
  }
  return { lines: cleaned(lines), pages: pdf.numPages, pagesRead }
}

type Piece = { str: string; transform: number[]; width: number; height: number; hasEOL: boolean }

/** A wide gap within a line parts two columns. */
function linesOf(pieces: readonly Piece[]) {
  const lines: string[] = []
  let line = ''
  let end = { x: 0, y: 0 }
  for (const { str, transform, width, height, hasEOL } of pieces) {
    const [x = 0, y = 0] = transform.slice(4)
    const size = height || Math.abs(transform[3] ?? 0)
    const isElsewhere = Math.abs(y - end.y) > size / 2 || x < end.x - size || x > end.x + 3 * size
    // A blank piece stands for a gap of any width.
    if (str.trim() !== '') {
      if (isElsewhere) {
        lines.push(line)
        line = ''
      }
      line += x > end.x + size / 5 ? ` ${str}` : str
      end = { x: x + width, y }
    }
    if (hasEOL) {
      lines.push(line)
      line = ''
    }
  }
  return [...lines, line]
}

const document = 'word/document.xml'

async function readDocx(bytes: Buffer): Promise<CvText> {
  const zip = await yauzl.fromBufferPromise(bytes)
  let xml = ''
  for await (const entry of zip.eachEntry())
    if (entry.fileName === document) xml = xmlOf(await readPart(zip, entry))
  const lines = ['']
  const breaks = new Set(['p', 'br', 'tr'])
  readXml(xml, {
    open(name) {
      if (breaks.has(name)) lines.push('')
      if (name === 'tab') lines.push(`${lines.pop()} `)
    },
    text(words, element) {
      if (element === 't') lines.push(`${lines.pop()}${words}`)
    },
  })
  return { lines: cleaned(lines), pages: 1, pagesRead: 1 }
}

/** Without what no one sees. */
const cleaned = (lines: readonly string[]) =>
  lines
    .map((line) =>
      line
        .normalize('NFKC')
        .replaceAll(/[\s\p{C}]+/gu, ' ')
        .trim()
        .slice(0, maxLine),
    )
    .filter((line) => line !== '')
    .slice(0, maxLines)

/** As the process of `readCvText`. */
if (process.argv[1] === self) {
  const read = readers[process.argv[2] as CvFormat]
  const answer = await read?.(await buffer(process.stdin))
  process.stdout.write(JSON.stringify(answer))
}
