/**
 * What most postings are written in, as text: paragraphs, headings, bullets and emphasis without
 * attributes. A library reads everything else, at several times the cost.
 */

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00A0',
  rsquo: '’',
  ndash: '–',
}
const entity = `&(${Object.keys(characters).join('|')});`
const inline = String.raw`[^<&]*(?:(?:</?(?:b|strong|em|i)>|<br ?/?>|${entity.replace('(', '(?:')})[^<&]*)*`
const list = String.raw`<ul>\s*(?:<li>${inline}</li>\s*)+</ul>`
const isSimple = new RegExp(
  `^${inline}(?:(?:<p>${inline}</p>|<h[1-6]>${inline}</h[1-6]>|${list})${inline})*$`,
)
const anyEntity = new RegExp(entity, 'g')

/** A longer text may have more elements than the library reads. */
const longest = 20_000

/** Undefined for what is not as simple as that. */
export const simpleText = (html: string): string | undefined =>
  html.length <= longest && isSimple.test(html)
    ? html
        .replaceAll(/<\/?(?:b|strong|em|i)>/g, '')
        .replaceAll(/[ \t\r\n\f\u200B]+/g, ' ')
        .replaceAll(/(?: ?<\/?(?:p|ul|li|h\d)>)+ ?/g, breakOf)
        .replaceAll(/ ?<br ?\/?> ?/g, '\n')
        .replaceAll(anyEntity, (_, name: string) => characters[name] ?? '')
    : undefined

/** An empty line is between two blocks, none between two items. */
const breakOf = (tags: string) =>
  (/^ ?<\/li> ?<li>/.test(tags) ? '\n' : '\n\n') + (tags.includes('<li>') ? '• ' : '')
