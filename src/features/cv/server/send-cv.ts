import type { FastifyReply } from 'fastify'
import { attachmentNamed } from '#server/lib/http/attachment.ts'
import type { StoredFile } from '#server/lib/storage/storage.ts'
import type { CvFormat } from '../model.ts'

export type StoredCv = StoredFile & { fileName: string; format: CvFormat }

const mediaTypes: Record<CvFormat, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** Sends a CV to be saved: never shown within our own origin, never taken for something else, kept by nobody on the way. */
export const sendCv = (reply: FastifyReply, { fileName, format, size, content }: StoredCv): FastifyReply =>
  reply
    .type(mediaTypes[format])
    .header('content-length', size)
    .header('content-disposition', attachmentNamed(fileName))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(content)
