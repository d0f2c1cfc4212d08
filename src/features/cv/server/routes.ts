import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '#platform/server/database.ts'
import { attachmentNamed } from '#platform/server/http/attachment.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { deleteCv, downloadCv, listCvOpenings, uploadCv } from '../contract.ts'
import { cvTypes, formatOfName, maxCvBytes, maxFileName } from '../model.ts'
import * as service from './service.ts'
import type { Cvs, StoredCv, Upload } from './service.ts'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import { AppError, fieldError } from '#shared/errors.ts'

export async function registerCv(app: FastifyInstance, cvs: Cvs): Promise<void> {
  const serve = endpointsOf(app, import.meta.url)

  await app.register(async (scope) => {
    await acceptCv(scope)
    endpointsOf(scope, import.meta.url)(uploadCv, async ({ viewer, request }) =>
      service.uploadCv(cvs, viewer.id, await readUpload(request)),
    )
  })

  serve(deleteCv, ({ viewer }) =>
    inTransaction(cvs.db, (trx) => service.deleteCvsOf(trx, viewer.id)),
  )

  serve(downloadCv, async ({ viewer, reply }) =>
    sendCv(reply, await service.downloadCv(cvs, viewer.id)),
  )

  serve(listCvOpenings, ({ viewer }) => service.listCvOpenings(cvs.db, viewer.id))
}

/** Sends a CV as a download: never displayed in our origin, never sniffed, never cached. */
export const sendCv = (reply: FastifyReply, { fileName, format, size, content }: StoredCv) =>
  reply
    .type(cvTypes[format])
    .header('content-length', size)
    .header('content-disposition', attachmentNamed(fileName))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(content)

const field = 'cv'

/**
 * Lets the routes of a scope accept forms with one file; a second one is read only to refuse it
 * with a message.
 */
export async function acceptCv(scope: FastifyInstance, fields = 2): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    // One byte over the limit, so that the reader notices longer files.
    limits: {
      fileSize: maxCvBytes + 1,
      files: 2,
      fields,
      parts: fields + 2,
      fieldSize: maxFieldBytes,
      headerPairs: 20,
    },
  })
}

/** A message has 1,000 characters of up to four bytes. */
const maxFieldBytes = 8192

/** Streams the only file of a form that has nothing else. */
async function readUpload(request: FastifyRequest): Promise<Upload> {
  const { fields, upload } = await readForm(request)
  if (!upload || Object.keys(fields).length > 0) throw noFile()
  return upload
}

/** The fields of a form, and its file, which comes last, if one was chosen. */
export async function readForm(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; upload?: Upload }> {
  if (!request.isMultipart()) throw noFile()
  const parts = request.parts()
  const fields: [name: string, value: string][] = []
  for (let part = await next(parts); part; part = await next(parts)) {
    if (part.type === 'field') {
      fields.push([part.fieldname, textOf(part.value)])
      continue
    }
    if (isCv(part))
      return {
        fields: Object.fromEntries(fields),
        upload: { fileName: cleanFileName(part.filename), content: onlyFile(part, parts) },
      }
    if (part.filename) throw noFile()
    part.file.resume()
  }
  return { fields: Object.fromEntries(fields) }
}

/** Browsers send line breaks of two characters. */
function textOf(value: unknown) {
  const text = String(value)
  if (text.includes('\0')) throw new AppError('BAD_REQUEST', 'Texts must not contain zero bytes.')
  return text.replaceAll('\r\n', '\n')
}

const noFile = () => refused('Please choose a file to upload.')

/** A browser sends an empty file field without a name. */
const isCv = ({ fieldname, filename }: MultipartFile) => fieldname === field && Boolean(filename)

async function* onlyFile(
  { file }: MultipartFile,
  parts: AsyncIterator<Multipart>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch {
    throw brokenOff()
  }
  if (await next(parts)) throw refused('Please upload one file at a time.')
}

/** Undefined after the last part. */
async function next(parts: AsyncIterator<Multipart>) {
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
function cleanFileName(given: string) {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replaceAll(invisible, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const ending = formatOfName(name) ? name.slice(name.lastIndexOf('.')) : ''
  const stem = Array.from(name.slice(0, name.length - ending.length)).slice(
    0,
    maxFileName - ending.length,
  )
  return `${stem.join('') || 'CV'}${ending}`
}
