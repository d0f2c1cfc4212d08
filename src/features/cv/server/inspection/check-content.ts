import { readFile } from 'node:fs/promises'
import type { CvFormat } from '#features/cv/model.ts'
import { isActivePackage } from './active-docx.ts'
import { isActivePdf } from './active-pdf.ts'

/** What speaks against a file: it does more than show a document, or it cannot be read whole. */
export type Finding = 'active' | 'unreadable'

const isActive: Record<CvFormat, (path: string) => Promise<boolean>> = {
  pdf: async (path) => isActivePdf(await readFile(path)),
  docx: isActivePackage,
  doc: async (path) => isActiveCompound(await readFile(path)),
}

/** Looks for scripts, launched programs, macros, embedded files and objects, templates and data from elsewhere. */
export async function checkContent(path: string, format: CvFormat): Promise<Finding | undefined> {
  try {
    return (await isActive[format](path)) ? 'active' : undefined
  } catch {
    // Whatever a parser stumbles over, nobody knows what is behind it.
    return 'unreadable'
  }
}

/** Names in the directory of a Word 97–2003 file, and what its text may say, in both encodings. */
const compoundNames = ['_VBA_PROJECT', 'Macros', 'Ole10Native', 'Package', 'ObjectPool']
const activeField = /\b(DDEAUTO|DDE)\s|\bhttps?:\/\/[^\s"\0]{1,300}\.dot[mx]?\b|\\\\[\w.-]{1,60}\\[^\s"\0]{1,200}\.dot[mx]?\b/i

function isActiveCompound(bytes: Buffer): boolean {
  if (compoundNames.some((name) => bytes.includes(Buffer.from(name, 'utf16le')))) return true
  const texts = [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')]
  return texts.some((text) => activeField.test(text))
}
