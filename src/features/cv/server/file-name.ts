import { formatOfName, maxFileName } from '../model.ts'

/** Control characters, and the invisible ones that turn 'cv.fdp.exe' round. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** What a file was called at home, fit to be shown: without folders and invisible characters, and not too long to read. */
export function cleanFileName(given: string): string {
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
