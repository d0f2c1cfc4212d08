import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDataDir } from '#test/data-dir.ts'
import { docxFile, pdfFile } from '../cv-files.fixture.ts'
import { findActiveContent } from './active-content.ts'

async function fileOf(content: Buffer): Promise<string> {
  const folder = await temporaryDataDir()
  onTestFinished(folder.remove)
  const path = join(folder.path, 'file')
  await writeFile(path, content)
  return path
}

test('files are checked in a thread', async () => {
  expect(await findActiveContent(await fileOf(pdfFile()), 'pdf')).toBeUndefined()
  expect(await findActiveContent(await fileOf(docxFile()), 'docx')).toBeUndefined()
  expect(await findActiveContent(await fileOf(pdfFile({ text: '/JavaScript ' })), 'pdf')).toBe('active')
})

test('a file that takes too long cannot be read', async () => {
  expect(await findActiveContent(await fileOf(pdfFile()), 'pdf', 0)).toBe('unreadable')
})
