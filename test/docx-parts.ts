import { contentTypesPart, documentPart, zipFile, type Part } from './cv-files.ts'

/** Word files part by part. */

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
export const microsoft = 'http://schemas.microsoft.com/office'
export const wordXml = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
export const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

type Relationship = [type: string, target: string, mode?: string]
export const relationshipsOf = (part: string, ...list: Relationship[]): Part => ({
  name: `${part.replace(/[^/]*$/, '_rels/$&')}.rels`,
  content: `<?xml version="1.0"?><Relationships xmlns="${packaged}">${list.map(relationship).join('')}</Relationships>`,
})
function relationship([type, target, mode]: Relationship): string {
  const outside = mode === undefined ? '' : ` TargetMode="${mode}"`
  return `<Relationship Id="rId9" Type="${type.includes(':') ? type : `${office}/${type}`}" Target="${target}"${outside}/>`
}
export const related = (...list: Relationship[]) => relationshipsOf('word/document.xml', ...list)
export const rootRelated = (...relation: Relationship) => docxWith([relationshipsOf('', relation)])
export const linked = (type: string, target: string) =>
  docxWith([related([type, target, 'External'])])

export const withDocument = (inner: string) =>
  docxWith([{ ...documentPart, content: `<w:document ${namespaces}>${inner}</w:document>` }])
const namespaces = `xmlns:w="${wordXml}" xmlns:r="${office}"`
export const withXml = (content: string | Buffer) => docxWith([{ name: 'word/x.xml', content }])

/** Types by extension or by part. */
const typesOf = (types: Record<string, string>) =>
  contentTypesPart(undefined, Object.entries(types).map(typeOf).join(''))
const typeOf = ([name, type]: [string, string]) =>
  `<${name.startsWith('/') ? 'Override PartName' : 'Default Extension'}="${name}" ContentType="${type}"/>`

export const docxWith = (parts: Part[], types: Record<string, string> = {}) =>
  zipFile([
    typesOf(types),
    ...(parts.some(({ name }) => name === documentPart.name) ? [] : [documentPart]),
    ...parts,
  ])

/** A document with one more part, its type by extension or by name, and what relates it. */
export const withPart = (
  name: string,
  type: string,
  relation?: string,
  content: string | Buffer = 'x',
) => {
  const by = type.endsWith('+xml') ? `/${name}` : name.slice(name.lastIndexOf('.') + 1)
  const relations = relation === undefined ? [] : [related([relation, name.replace('word/', '')])]
  return docxWith([...relations, { name, content }], { [by]: type })
}

export function writtenByWord(): Buffer {
  const parts: [name: string, type: string, relation: string][] = [
    [
      'docProps/core.xml',
      'application/vnd.openxmlformats-package.core-properties+xml',
      `${packaged}/metadata/core-properties`,
    ],
    [
      'docProps/app.xml',
      'application/vnd.openxmlformats-officedocument.extended-properties+xml',
      'extended-properties',
    ],
    ['docProps/thumbnail.emf', 'image/x-emf', `${packaged}/metadata/thumbnail`],
    [
      'docMetadata/LabelInfo.xml',
      'application/vnd.ms-office.classificationlabels+xml',
      `${microsoft}/2020/02/relationships/classificationlabels`,
    ],
    ['word/styles.xml', `${word}.styles+xml`, 'styles'],
    ['word/theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme+xml', 'theme'],
    [
      'word/commentsIds.xml',
      `${word}.commentsIds+xml`,
      `${microsoft}/2016/09/relationships/commentsIds`,
    ],
    ['word/printerSettings/printerSettings1.bin', `${word}.printerSettings`, 'printerSettings'],
    ['customXml/item1.xml', 'application/xml', 'customXml'],
  ]
  const relations = parts.map(([name, , relation]): Relationship => [relation, `/${name}`])
  const types = parts.map(([name, type]) => [
    name.endsWith('.xml') ? `/${name}` : name.slice(-3),
    type,
  ])
  return docxWith(
    [related(...relations), ...parts.map(([name]) => ({ name, content: '<a/>' }))],
    Object.fromEntries(types),
  )
}
