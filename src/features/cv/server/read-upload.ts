import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { formatOfName, maxFileName } from '../model.ts'

export type Upload = {
  fileName: string
  /** Fails at the end if something came after the file. */
  content: AsyncIterable<Uint8Array>
}

const field = 'cv'

/** The one file of a form, as it comes in. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw refused('Please choose a file to upload.')
  const parts = request.parts()
  const part = await next(parts)
  if (!part || !isCv(part)) throw refused('Please choose a file to upload.')
  return { fileName: cleanFileName(part.filename), content: onlyFile(part, parts) }
}

/** Without a name there is no file: a browser sends a field that was left empty like that. */
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

/** The form is damaged, or the client has disconnected. */
const brokenOff = () => new AppError('BAD_REQUEST', 'The upload broke off. Please try again.')

const refused = (message: string) => new AppError('VALIDATION_FAILED', message, [{ field, message }])

/** Control characters, and the invisible ones that turn 'cv.fdp.exe' round. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** What a file was called at home, fit to be shown: without folders and invisible characters, and not too long to read. */
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
