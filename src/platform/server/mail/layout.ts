import { createElement as el, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailBlock, MailColors, MailContent, MailFoot, MailListItem } from './content.ts'

/** The doctype that mail programs support best. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** The layout of every mail: at most 600 px wide, with a dark theme. */
export const mailHtml = (content: MailContent, foot: MailFoot): string =>
  doctype +
  renderToStaticMarkup(
    el(
      'html',
      { dir: 'ltr', lang: 'en' },
      el(
        'head',
        null,
        el('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
        el('meta', { name: 'x-apple-disable-message-reformatting' }),
        el('meta', { name: 'color-scheme', content: 'light dark' }),
        el('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        el('title', null, content.subject),
        el('style', null, darkStyles(foot.colors)),
      ),
      el(
        'body',
        { style: styles.body, className: 'page' },
        previewElement(content.preview ?? firstWords(content.blocks)),
        // Some programs drop the body element, and its style with it.
        table(
          { cellStyle: styles.page },
          table(
            { style: styles.column },
            el('p', { style: { ...styles.brand, color: foot.colors.light }, className: 'action' }, foot.name),
            table(
              { style: styles.sheet, className: 'sheet' },
              ...content.blocks.map((block, key) => blockElement(block, key, foot.colors)),
            ),
            ...footElements(foot),
          ),
        ),
      ),
    ),
  )

type TableOptions = { key?: number; style?: CSSProperties; cellStyle?: CSSProperties; className?: string }

/** What all mail programs lay out alike. */
const table = ({ cellStyle, ...options }: TableOptions, ...children: ReactNode[]): ReactNode =>
  el(
    'table',
    { role: 'presentation', align: 'center', width: '100%', border: 0, cellPadding: 0, cellSpacing: 0, ...options },
    el('tbody', null, el('tr', null, el('td', { style: cellStyle }, ...children))),
  )

const previewLength = 150

/** Only lists of mails show it; spaces keep the next words out of the list. */
const previewElement = (words: string): ReactNode =>
  el(
    'div',
    { style: styles.preview },
    words.slice(0, previewLength),
    '\u00A0\u200C'.repeat(Math.max(previewLength - words.length, 0)),
  )

/** The preview text. */
function firstWords(blocks: readonly MailBlock[]): string {
  const first = blocks.find((block) => block.kind === 'text')
  return first?.kind === 'text' ? first.text.slice(0, 140) : ''
}

function blockElement(block: MailBlock, key: number, colors: MailColors): ReactNode {
  switch (block.kind) {
    case 'heading':
      return el('h1', { key, style: styles.heading, className: 'ink' }, block.text)
    case 'text':
      return el('p', { key, style: styles.text, className: 'ink' }, ...withBreaks(block.text))
    case 'note':
      return el('p', { key, style: styles.note, className: 'muted' }, ...withBreaks(block.text))
    case 'quote':
      return el('p', { key, style: styles.quote, className: 'ink line' }, ...withBreaks(block.text))
    case 'button':
      return table({ key, style: styles.buttonRow }, buttonElement(block, colors))
    case 'facts':
      return el(
        'table',
        { key, role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, style: styles.facts },
        el('tbody', null, ...block.items.map(factRow)),
      )
    default:
      return el('div', { key, dangerouslySetInnerHTML: { __html: block.items.map((item) => itemMarkup(item, colors)).join('') } })
  }
}

/** Outlook knows no padding of links: what only it reads makes its button as wide and high. */
const buttonElement = ({ label, href }: { label: string; href: string }, colors: MailColors): ReactNode =>
  el(
    'a',
    { href, target: '_blank', style: { ...styles.button, backgroundColor: colors.light }, className: 'button' },
    onlyForOutlook('<i style="mso-font-width:400%;mso-text-raise:18" hidden>&#8202;&#8202;&#8202;</i>'),
    el('span', { style: styles.label }, label),
    onlyForOutlook('<i style="mso-font-width:400%" hidden>&#8202;&#8202;&#8202;&#8203;</i>'),
  )

const onlyForOutlook = (html: string) => el('span', { dangerouslySetInnerHTML: { __html: `<!--[if mso]>${html}<![endif]-->` } })

const link = (href: string, label: string, style: CSSProperties, className: string): ReactNode =>
  el('a', { href, target: '_blank', style, className }, label)

const factRow = ({ term, value }: { term: string; value: string }): ReactNode =>
  el(
    'tr',
    { key: term },
    el('td', { style: styles.term, className: 'muted' }, term),
    el('td', { style: styles.value, className: 'ink' }, ...withBreaks(value)),
  )

const itemMarkups = new WeakMap<MailListItem, string>()

function itemMarkup(item: MailListItem, colors: MailColors): string {
  const markup = itemMarkups.get(item) ?? renderToStaticMarkup(listItem(item, colors))
  itemMarkups.set(item, markup)
  return markup
}

const listItem = (item: MailListItem, colors: MailColors): ReactNode =>
  table(
    { style: styles.item, className: 'line' },
    el(
      'p',
      { style: styles.itemTitle, className: 'ink' },
      item.href === undefined ? item.title : link(item.href, item.title, { ...styles.link, color: colors.light }, 'action'),
    ),
    ...item.lines.map((line, index) => el('p', { key: index, style: styles.itemLine, className: 'muted' }, line)),
  )

const footElements = ({ name, publicUrl, operator, postalAddress, reason, unsubscribeUrl }: MailFoot): ReactNode[] => [
  el('hr', { key: 'rule', style: styles.rule, className: 'line' }),
  el('p', { key: 'reason', style: styles.foot, className: 'muted' }, reason),
  unsubscribeUrl !== undefined &&
    el('p', { key: 'unsubscribe', style: styles.foot }, link(unsubscribeUrl, 'Unsubscribe', styles.footLink, 'muted')),
  el(
    'p',
    { key: 'operator', style: styles.foot, className: 'muted' },
    link(publicUrl, name, styles.footLink, 'muted'),
    el('br'),
    postalAddress === null ? operator : `${operator}, ${postalAddress}`,
  ),
]

const withBreaks = (text: string): ReactNode[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [el('br', { key: index }), line]))

const font = "'Public Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

const text = {
  margin: '0 0 16px',
  color: '#1a2326',
  fontSize: '16px',
  lineHeight: '26px',
  overflowWrap: 'anywhere',
} satisfies CSSProperties

const styles = {
  body: { margin: 0, padding: 0, backgroundColor: '#fbf8f3' },
  page: { padding: '24px 12px', backgroundColor: '#fbf8f3', fontFamily: font },
  preview: { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 },
  column: { width: '100%', maxWidth: '600px', margin: '0 auto' },
  brand: { margin: '0 0 12px', fontSize: '17px', lineHeight: '24px', fontWeight: 700 },
  sheet: { padding: '28px 24px 12px', backgroundColor: '#ffffff', borderRadius: '8px' },
  heading: { ...text, fontSize: '24px', lineHeight: '30px', letterSpacing: '-0.015em' },
  text,
  note: { ...text, color: '#566166', fontSize: '14px', lineHeight: '22px' },
  quote: { ...text, padding: '0 0 0 16px', borderLeft: '3px solid #e5dfd4' },
  buttonRow: { margin: '8px 0 24px' },
  button: {
    display: 'inline-block',
    maxWidth: '100%',
    padding: '12px 24px',
    msoPaddingAlt: '0px',
    borderRadius: '8px',
    color: '#ffffff',
    fontSize: '16px',
    lineHeight: '24px',
    fontWeight: 600,
    textDecoration: 'none',
  },
  label: { display: 'inline-block', maxWidth: '100%', lineHeight: '120%', msoPaddingAlt: '0px', msoTextRaise: '9px' },
  facts: { margin: '0 0 16px', tableLayout: 'fixed' },
  term: { padding: '4px 16px 4px 0', width: '30%', verticalAlign: 'top', color: '#566166', fontSize: '14px', lineHeight: '22px' },
  value: {
    padding: '4px 0',
    verticalAlign: 'top',
    color: '#1a2326',
    fontSize: '15px',
    lineHeight: '22px',
    overflowWrap: 'anywhere',
  },
  item: { margin: '0 0 16px', paddingTop: '16px', borderTop: '1px solid #e5dfd4' },
  itemTitle: { margin: 0, color: '#1a2326', fontSize: '17px', lineHeight: '24px', fontWeight: 600 },
  itemLine: { margin: '2px 0 0', color: '#566166', fontSize: '14px', lineHeight: '22px' },
  link: { textDecoration: 'underline' },
  rule: { width: '100%', margin: '24px 0 16px', border: 'none', borderTop: '1px solid #e5dfd4' },
  foot: { margin: '0 0 8px', color: '#566166', fontSize: '13px', lineHeight: '20px' },
  footLink: { color: '#566166', textDecoration: 'underline' },
} satisfies Record<string, CSSProperties & { msoPaddingAlt?: string; msoTextRaise?: string }>

/**
 * `!important` overrides the inline styles. Programs without support show the light theme.
 */
const darkStyles = ({ dark }: MailColors): string => `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #101719 !important; }
  .sheet { background-color: #172023 !important; }
  .ink { color: #e9e5dc !important; }
  .muted { color: #a2aeb0 !important; }
  .action { color: ${dark} !important; }
  .button { background-color: ${dark} !important; color: #06201f !important; }
  .line { border-color: #2a3538 !important; }
}
`
