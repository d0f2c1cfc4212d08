const cvFormats = ['pdf', 'doc', 'docx'] as const
export type CvFormat = (typeof cvFormats)[number]

export const cvTypes: Record<CvFormat, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

export const maxCvBytes = 5 * 1024 * 1024
/** The longest stored file name, extension included. */
export const maxFileName = 200

/** Refusals as toasts: title and explanation. */
export const cvRefusals = {
  type: { title: 'Invalid file type', description: 'Please upload a PDF, DOC, or DOCX file.' },
  many: { title: 'One file only', description: 'Please upload one file at a time.' },
  size: { title: 'File too large', description: 'Please upload a file smaller than 5MB.' },
  active: {
    title: 'File has active content',
    description:
      'Please save it without macros, scripts, attachments or a password, for example as a new PDF.',
  },
  unreadable: {
    title: 'File could not be checked',
    description: 'Please open it, choose Print, then Save as PDF, and upload the new PDF.',
  },
  infected: {
    title: 'File refused',
    description: 'The virus scanner found a problem in this file.',
  },
} as const
export type CvRefusal = keyof typeof cvRefusals

export const refusalText = (refusal: CvRefusal) =>
  `${cvRefusals[refusal].title}: ${cvRefusals[refusal].description}`

/** The format that a file's extension stands for. */
export function formatOfName(fileName: string): CvFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  return cvFormats.find((format) => format === ending)
}

/** '1.2 MB', '340 KB'. */
export function fileSizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
