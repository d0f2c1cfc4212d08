import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { featureOrder } from './feature-order.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
const known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Decision records are dated, and may name what was. */
const documents = files.filter(
  (file) => file.endsWith('.md') && !file.startsWith('docs/decisions/'),
)
const sources = files.filter((file) =>
  /^(?:src|db|demo|bench|scripts)\/.*\.(?:ts|tsx|mjs|css)$/.test(file),
)

describe('documents name what exists', () => {
  test.each(documents)('%s', (file) => {
    const text = read(file).replaceAll(/```[\s\S]*?```/g, '')
    const paths = [...text.matchAll(/`([^`\s]+)`/g)].map(([, code = '']) => code).filter(isPath)
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, target = '']) => target,
    )
    expect([...paths, ...links].filter((path) => !exists(path, dirname(file)))).toEqual([])
    const sections = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].filter(
      ([, target = '', section = '']) =>
        !sectionsOf(target === '' ? file : join(dirname(file), target)).includes(section),
    )
    expect(sections.map(([link]) => link)).toEqual([])
  })

  test('and commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = documents.flatMap((file) =>
      [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
    )
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

test('comments name files that exist', () => {
  const missing = sources.flatMap((file) =>
    [...read(file).matchAll(/^\s*(?:\/\/|\/?\*+).*$/gm)].flatMap(([comment]) =>
      [...comment.matchAll(/`([^`\s]+\.(?:ts|tsx|mjs|sql|md))`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !exists(path, dirname(file)))
        .map((path) => `${file}: ${path}`),
    ),
  )
  expect(missing).toEqual([])
})

test('the drawing has the features in their order, and files that exist', () => {
  const drawing = read('docs/images/architecture.svg')
  const drawnFiles = [...drawing.matchAll(/>([\w/-]+\/)<\/text>\s*<text[^>]*>([\w-]+\.tsx?)</g)]
  expect(drawnFiles.length).toBeGreaterThan(20)
  expect(
    drawnFiles
      .map(([, folder, file]) => `src/features/${folder}${file}`)
      .filter((it) => !known.has(it)),
  ).toEqual([])
  const drawn = [...drawing.matchAll(/class="b" x="100" [^>]*>([^<]+)</g)].map(([, name]) => name)
  expect(drawn.toReversed()).toEqual(featureOrder)
})

describe('documents read aloud', () => {
  const unread = new Set(['CHANGELOG.md', 'docs/map.md'])
  test.each(files.filter((file) => file.endsWith('.md') && !unread.has(file)))('%s', (file) => {
    const sentences = sentencesOf(read(file))
    expect(sentences.filter((sentence) => sentence.split(' ').length > 30)).toEqual([])
    expect(sentences.filter((sentence) => /^(?:Who|What)(?:ever)? [^?]*$/.test(sentence))).toEqual(
      [],
    )
    if (file.startsWith('src/features/'))
      expect(read(file).split('\n').length).toBeLessThanOrEqual(41)
  })
})

/** Without code blocks, tables, headings, and the targets of links. */
const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/^\s*```[\s\S]*?^\s*```|^\s*\|.*$|^#.*$/gm, '')
    .replaceAll(/\*\*|!?\[|\](?:\([^)]*\))?/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((paragraph) => paragraph.replace(/^\s*(?:[-*]|\d+\.) /, ''))
    .flatMap((paragraph) => paragraph.trim().split(/(?<=[.!?:;]['’)]?)\s+(?=[A-Z'‘`_(])/))
    .map((sentence) => sentence.replaceAll(/\s+/g, ' '))

/** As links name them. */
const sectionsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** A file with a known extension, or one of our folders. */
function isPath(code: string): boolean {
  if (
    /[*<>{}=:?…$]/.test(code) ||
    /^\.{0,2}\//.test(code) ||
    code.startsWith('.cache') ||
    code.startsWith('dist/')
  )
    return false
  return (
    /\.(?:ts|tsx|mjs|sql|md|svg)$/.test(code) ||
    /^(?:#\w+|src|db|demo|docs|test|e2e|bench|scripts)\//.test(code)
  )
}

/** From the root, from the mentioning file, by import name, or by the end of its path. */
function exists(path: string, from: string): boolean {
  const plain = path
    .replace(/^#(?=(?:features|server|shared|ui|web)\/)/, 'src/')
    .replace(/^#/, '')
    .replace(/\/$/, '')
  return (
    known.has(plain) ||
    known.has(join(from, plain)) ||
    [...known].some((it) => it.endsWith(`/${plain}`))
  )
}
