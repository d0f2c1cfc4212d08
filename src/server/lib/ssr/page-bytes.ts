import { createHash } from 'node:crypto'
import type { RenderedPage } from '#shared/rendering.ts'
import { nonceLength } from './nonce.ts'
import { zipPiece } from './zipped-pieces.ts'
import type { ZippedPiece } from './zipped-pieces.ts'

/** Stands in a page's text where the nonce goes. */
export const noncePlaceholder = 'bm9uY2UtcGxhY2Vob2xkZXI'

/** A whole page as bytes, but for what is the same in every page, or another in every answer. */
export type PageBytes = {
  status: number
  etag: string
  bytes: Uint8Array
  /** What goes where in the bytes, in order. */
  gaps: { at: number; what: 'nonce' | 'styles' }[]
}

/**
 * Bytes, not text: to encode a page anew for each visitor would cost as much as everything else.
 * @param headTags What the page's head ends with, `css` among it.
 */
export function encodePage({ status, html }: RenderedPage, headTags: string, css: string): PageBytes {
  const text = html.replace('</head>', () => `${headTags}</head>`)
  const gaps: PageBytes['gaps'] = []
  const kept: string[] = []
  let at = 0
  const keep = (part: string) => {
    kept.push(part)
    at += Buffer.byteLength(part)
  }
  for (const [index, part] of text.split(noncePlaceholder).entries()) {
    if (index > 0) gaps.push({ at, what: 'nonce' })
    const start = css === '' ? -1 : part.indexOf(css)
    if (start < 0) keep(part)
    else {
      keep(part.slice(0, start))
      gaps.push({ at, what: 'styles' })
      keep(part.slice(start + css.length))
    }
  }
  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
  return { status, etag, bytes: new TextEncoder().encode(kept.join('')), gaps }
}

export type Pieces = { pieces: Buffer[]; length: number }

/** Stands in a page's pieces where the nonce goes. */
const nonceSlot = Buffer.alloc(nonceLength)

/** The page in pieces, for which the bytes are not copied. */
export function piecesOf({ bytes, gaps }: PageBytes, styles: Buffer): Pieces {
  const pieces: Buffer[] = []
  let from = 0
  const cutAt = (to: number) => {
    if (to > from) pieces.push(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from))
    from = to
  }
  for (const { at, what } of gaps) {
    cutAt(at)
    pieces.push(what === 'nonce' ? nonceSlot : styles)
  }
  cutAt(bytes.length)
  return { pieces, length: lengthOf(pieces) }
}

export function withNonce<Piece>(pieces: readonly (Piece | Buffer)[], nonce: string): (Piece | Buffer)[] {
  const bytes = Buffer.from(nonce)
  return pieces.map((it) => (it === nonceSlot ? bytes : it))
}

export type ZippedPieces = { zipped: (ZippedPiece | Buffer)[]; zippedLength: number }

/** The pieces compressed, one by one; the nonce's places are kept. */
export async function zipPieces(pieces: readonly Buffer[], styles: Buffer): Promise<ZippedPieces> {
  const zipped = await Promise.all(
    pieces.map(async (it) => (it === nonceSlot ? nonceSlot : it === styles ? zippedStyles(styles) : zipPiece(it))),
  )
  return { zipped, zippedLength: zipped.reduce((sum, it) => sum + ('deflated' in it ? it.deflated.length : it.length), 0) }
}

/** The styles are in every page, so their compressed form is there once, too. */
function zippedStyles(styles: Buffer): Promise<ZippedPiece> {
  const done = stylesZipped.get(styles) ?? zipPiece(styles)
  stylesZipped.set(styles, done)
  return done
}

const stylesZipped = new WeakMap<Buffer, Promise<ZippedPiece>>()

export const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, it) => sum + it.length, 0)
