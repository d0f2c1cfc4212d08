import type { CvFormat } from '#features/cv/model.ts'
import { formatOfName } from '#features/cv/model.ts'
import { isPdf } from './pdf.ts'
import { isWordCompound } from './word-compound.ts'
import { isWordPackage } from './word-package.ts'

const checks: Record<CvFormat, (path: string) => Promise<boolean>> = { pdf: isPdf, doc: isWordCompound, docx: isWordPackage }

/**
 * What a file is, if its name and its content agree on it and the content is whole. What the browser declares says nothing:
 * it only repeats the name.
 */
export async function inspectCv(path: string, fileName: string): Promise<CvFormat | undefined> {
  const format = formatOfName(fileName)
  return format && (await checks[format](path)) ? format : undefined
}
