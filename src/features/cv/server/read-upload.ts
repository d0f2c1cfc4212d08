import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, fieldError } from '#shared/errors.ts'
import { formatOfName, maxFileName } from '../model.ts'

export type Upload = {
  fileName: string
  /** Throws at the end if something follows the file. */
  content: AsyncIterable<Uint8Array>
}

const field = 'cv'

/** Streams the only file of a form. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw refused('Please choose a file to upload.')
  const parts = request.parts()
  const part = await next(parts)
  if (!part || !isCv(part)) throw refused('Please choose a file to upload.')
  return { fileName: cleanFileName(part.filename), content: onlyFile(part, parts) }
}

/** A browser sends an empty file field without a name. */
const isCv = (part: Multipart): part is MultipartFile =>
  part.type === 'file' && part.fieldname === field && Boolean(part.filename)

async function* onlyFile({ file }: MultipartFile, parts: AsyncIterator<Multipart>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file) yield chunk as Uint8Array
  } catch {
    throw brokenOff()
  }
  if (await next(parts)) throw refused('Please upload one file at a time.')
}

/** Undefined after the last part. */
async function next(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { done, value } = (await parts.next()) as IteratorResult<Multipart, undefined>
    return done ? undefined : value
  } catch {
    throw brokenOff()
  }
}

/** The form is damaged, or the client disconnected. */
const brokenOff = () => new AppError('BAD_REQUEST', 'The upload was interrupted. Please try again.')

const refused = (message: string) => fieldError(field, message)

/** Control characters, and bidirectional overrides that turn 'cv.fdp.exe' around. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The file's name for display: without folders and invisible characters, and not too long. */
function cleanFileName(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replaceAll(invisible, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const ending = formatOfName(name) ? name.slice(name.lastIndexOf('.')) : ''
  const stem = Array.from(name.slice(0, name.length - ending.length)).slice(0, maxFileName - ending.length)
  return `${stem.join('') || 'CV'}${ending}`
}
